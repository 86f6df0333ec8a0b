// Reads codes with the camera: by the browser's own BarcodeDetector, else by jsQR from the picture.

const LOOK_MS = 200;

async function reader(fallback) {
  if ("BarcodeDetector" in window && (await BarcodeDetector.getSupportedFormats()).includes("qr_code")) {
    const detector = new BarcodeDetector({ formats: ["qr_code"] });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? "";
  }
  await new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), { src: fallback, onload: resolve, onerror: reject });
    document.head.append(script);
  });
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    context.drawImage(video, 0, 0);
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    return window.jsQR(data, width, height)?.data ?? "";
  };
}

/** Show the camera in ``video`` and call ``found`` with each code; resolves with a function that stops it. */
export async function startCamera(video, fallback, found) {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  const read = await reader(fallback);
  video.srcObject = stream;
  await video.play();
  let timer = 0;
  const look = async () => {
    if (video.videoWidth) {
      const code = await read(video).catch(() => "");
      if (code) found(code);
    }
    timer = setTimeout(look, LOOK_MS);
  };
  look();
  return () => {
    clearTimeout(timer);
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
}
