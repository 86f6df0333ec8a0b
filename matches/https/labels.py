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
_OPEN = Step(_("Open the tool over HTTPS. If no warning comes, the device is ready; sign in there again."), act=OPEN)

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
            _("Open Settings, tap Profile Downloaded, then Install, and type the device's code."),
            screen(_("Settings"), _("Profile Downloaded"), _("Airplane Mode"), _("Wi-Fi"), tap=0),
        ),
        Step(
            _("In Settings, tap General, About, and at the very end Certificate Trust Settings. Switch this one on."),
            screen(_("Certificate Trust Settings"), _("Enable full trust for"), _NAME, tap=1, switch=True),
        ),
        _OPEN,
    ),
    _("Settings, General, VPN & Device Management: tap the profile, then Remove Profile."),
)

ANDROID = Device(
    "android",
    _("Android tablet or phone"),
    (
        Step(
            _("In Chrome, download the certificate. Android says that it must be installed in Settings."),
            screen(_("Downloads"), _("bankout.crt"), tap=0),
            DOWNLOAD,
        ),
        Step(
            _("In Settings, search for CA certificate, tap it, then Install anyway. The device needs a screen lock."),
            screen(_("Install a certificate"), _("CA certificate"), _("VPN & app user certificate"), tap=0),
        ),
        Step(
            _("Choose bankout.crt among the downloads."),
            screen(_("Downloads"), _("bankout.crt"), tap=0),
        ),
        _OPEN,
    ),
    _("Settings, search for User credentials: tap the certificate, then Remove."),
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
    _("Keychain Access: delete the certificate."),
)

WINDOWS = Device(
    "windows",
    _("Laptop: Windows"),
    (
        Step(_("Download the certificate, open the file, and choose Install Certificate, Current User."), act=DOWNLOAD),
        Step(
            _("Choose Place all certificates in the following store, then this store, and say Yes to the question."),
            screen(_("Certificate store"), _("Personal"), _("Trusted Root Certification …"), tap=1),
        ),
        _OPEN,
    ),
    _("Run certmgr.msc: delete it under Trusted Root Certification Authorities."),
)

OTHERS = Device(
    "others",
    _("Laptop: Linux, Chromebook, or Firefox anywhere"),
    (
        Step(_("Download the certificate."), act=DOWNLOAD),
        Step(
            _("In Chrome, open chrome://certificate-manager, Local certificates, Installed by you, and import it."),
            screen(_("Installed by you"), _("Trusted Certificates"), _("Import"), tap=1),
        ),
        Step(
            _("In Firefox, open Settings, search for certificates: View Certificates, Authorities, and import it."),
            screen(_("Downloading Certificate"), _("Trust this CA to"), _("identify websites"), tap=1, switch=True),
        ),
        _OPEN,
    ),
    _("At the same place: delete the certificate."),
)

DEVICES = (IPAD, ANDROID, MAC, WINDOWS, OTHERS)
