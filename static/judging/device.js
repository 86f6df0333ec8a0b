// What the device says about an entry: its own name (made once, kept here) and its own time, at the moment of sending.
// The entry's id comes with the form; without this module the form is sent all the same.

const KEY = "judge-device";

function makeName() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));  // randomUUID needs https; a hall's network has none
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function deviceName() {
  try {
    const known = localStorage.getItem(KEY);
    if (known) return known;
    const name = makeName();
    localStorage.setItem(KEY, name);
    return name;
  } catch {
    return "";  // a private window keeps nothing: the server's time is enough
  }
}

document.addEventListener("submit", (event) => {
  const device = event.target.querySelector("[data-device]");
  const time = event.target.querySelector("[data-device-time]");
  if (device) device.value = deviceName();
  if (time) time.value = new Date().toISOString();
}, true);
