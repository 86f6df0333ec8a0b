// The device's clock, corrected by the server's, as last seen.

const CLOCK = "judge-clock-off";
const CLOCK_MS = 60_000;  // a device's clock may be wrong by that much before its times are corrected

export function learnClock(served) {
  if (!Number.isFinite(served) || !served) return;
  try { localStorage.setItem(CLOCK, String(Math.round(served - Date.now()))); } catch { /* a private window */ }
}

/** The time now, corrected where the device's clock was found to be wrong while there was a connection. */
export function timeNow() {
  let off = 0;
  try { off = Number(localStorage.getItem(CLOCK)) || 0; } catch { /* a private window */ }
  return new Date(Date.now() + (Math.abs(off) > CLOCK_MS ? off : 0)).toISOString();
}
