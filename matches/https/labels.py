"""The steps by which each kind of device comes to trust this machine, in the words that stand on its screen."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from matches.https.pictures import Picture, screen


class Step(NamedTuple):
    """What to do, and the screen on which to do it. The step with ``download`` or ``open`` has that button."""

    text: Any
    picture: Picture | None = None
    act: str = ""


class Device(NamedTuple):
    """A kind of device with its steps, and how the certificate is removed from it after the event."""

    key: str
    name: Any
    steps: tuple[Step, ...]
    removal: Any


DOWNLOAD, OPEN = "download", "open"
_NAME = _("Bankout on …")
_OPEN = Step(_("Open the tool over HTTPS. If you see no warning, the device is ready. Sign in again there."), act=OPEN)

IPAD = Device(
    "ipad",
    _("iPad or iPhone"),
    (
        Step(
            _("In Safari, download the certificate and tap Allow."),
            screen(_("Safari"), _("This website is trying to"), _("download a profile."), _("Allow"), tap=2),
            DOWNLOAD,
        ),
        Step(
            _("Open Settings, tap Profile Downloaded, then Install, and enter the device’s passcode."),
            screen(_("Settings"), _("Profile Downloaded"), _("Airplane Mode"), _("Wi-Fi"), tap=0),
        ),
        Step(
            _(
                "In Settings, tap General, About, then Certificate Trust Settings at the bottom. Turn on this "
                "certificate."
            ),
            screen(_("Certificate Trust Settings"), _("Enable full trust for"), _NAME, tap=1, switch=True),
        ),
        _OPEN,
    ),
    _("In Settings, tap General, VPN & Device Management, then the profile and Remove Profile."),
)

ANDROID = Device(
    "android",
    _("Android tablet or phone"),
    (
        Step(
            _("In Chrome, download the certificate. Android tells you to install it in Settings."),
            screen(_("Downloads"), _("bankout.crt"), tap=0),
            DOWNLOAD,
        ),
        Step(
            _("In Settings, search for CA certificate, tap it, then Install anyway. The device needs a screen lock."),
            screen(_("Install a certificate"), _("CA certificate"), _("VPN & app user certificate"), tap=0),
        ),
        Step(
            _("Choose bankout.crt from your downloads."),
            screen(_("Downloads"), _("bankout.crt"), tap=0),
        ),
        _OPEN,
    ),
    _("In Settings, search for User credentials, tap the certificate, then Remove."),
)

MAC = Device(
    "mac",
    _("Laptop: Mac"),
    (
        Step(_("Download the certificate and open the file: Keychain Access starts and adds it."), act=DOWNLOAD),
        Step(
            _("In Keychain Access, double-click the certificate, open Trust, and choose Always Trust."),
            screen(_("Trust"), _("When using this certificate:"), _("Always Trust"), tap=1),
        ),
        _OPEN,
    ),
    _("In Keychain Access, delete the certificate."),
)

WINDOWS = Device(
    "windows",
    _("Laptop: Windows"),
    (
        Step(_("Download the certificate, open the file, and choose Install Certificate, Current User."), act=DOWNLOAD),
        Step(
            _("Choose Place all certificates in the following store, select this store, and answer Yes."),
            screen(_("Certificate store"), _("Personal"), _("Trusted Root Certification …"), tap=1),
        ),
        _OPEN,
    ),
    _("Run certmgr.msc and delete the certificate under Trusted Root Certification Authorities."),
)

OTHERS = Device(
    "others",
    _("Laptop: Linux, Chromebook, or Firefox on any system"),
    (
        Step(_("Download the certificate."), act=DOWNLOAD),
        Step(
            _(
                "In Chrome, open chrome://certificate-manager, go to Local certificates, Installed by you, and "
                "import the certificate."
            ),
            screen(_("Installed by you"), _("Trusted Certificates"), _("Import"), tap=1),
        ),
        Step(
            _(
                "In Firefox, open Settings, search for certificates, choose View Certificates, Authorities, "
                "and import the certificate."
            ),
            screen(_("Downloading Certificate"), _("Trust this CA to"), _("identify websites"), tap=1, switch=True),
        ),
        _OPEN,
    ),
    _("Delete the certificate in the same place."),
)

DEVICES = (IPAD, ANDROID, MAC, WINDOWS, OTHERS)
