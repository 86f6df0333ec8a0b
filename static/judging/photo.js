// A photo is made smaller on the device before it is sent: a hall's network is slow. <input type="file" data-photo> keeps
// the smaller picture in the place of the chosen one. If anything fails, the photo is sent as it is; the server checks it.

const LONGEST = 2000;
const SMALL = 400_000;  // bytes: not worth the loss

async function smaller(file) {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const pen = canvas.getContext("2d");
  pen.fillStyle = "white";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.82));
  return blob && blob.size < file.size ? new File([blob], "photo.jpg", { type: "image/jpeg" }) : file;
}

function size(file) {
  return file.size < 1_000_000 ? `${Math.ceil(file.size / 1000)} kB` : `${(file.size / 1_000_000).toFixed(1)} MB`;
}

async function replace(input) {
  const box = input.closest("[data-photo-field]");
  const note = box?.querySelector("[data-photo-note]");
  const button = input.form.querySelector("[type=submit]");
  const [file] = input.files;
  if (note) note.textContent = "";
  if (!file || file.size <= SMALL) return;
  button.disabled = true;
  try {
    const made = await smaller(file);
    if (made === file) return;
    const files = new DataTransfer();
    files.items.add(made);
    input.files = files.files;
    if (note) {
      note.textContent = box.dataset.wordSmaller.replace("{before}", size(file)).replace("{after}", size(made));
    }
  } catch {
    // Not a picture that this device reads.
  } finally {
    button.disabled = false;
  }
}

for (const input of document.querySelectorAll("input[data-photo]")) {
  input.addEventListener("change", () => replace(input));
}
