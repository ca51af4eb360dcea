// Several screenshots in one picture.

/** Puts pictures side by side, each so wide, with a line of text below; returns a WebP of at most so many bytes. */
export async function contactSheet(
  browser,
  pictures,
  { columns, wide, most = Infinity, quality = 0.82, type = "image/webp" },
) {
  const page = await browser.newPage();
  const shots = pictures.map(({ png, text }) => ({ url: `data:image/png;base64,${png.toString("base64")}`, text }));
  const draw = (quality) =>
    page.evaluate(
      async ({ shots, columns, wide, quality, type }) => {
        const images = await Promise.all(
          shots.map(
            ({ url }) =>
              new Promise((done) => {
                const image = new Image();
                image.onload = () => done(image);
                image.src = url;
              }),
          ),
        );
        const [gap, line] = [10, 22];
        const high = Math.max(...images.map((image) => Math.round((image.height / image.width) * wide)));
        const canvas = document.createElement("canvas");
        canvas.width = columns * (wide + gap) + gap;
        canvas.height = Math.ceil(images.length / columns) * (high + line + gap) + gap;
        const pen = canvas.getContext("2d");
        pen.imageSmoothingQuality = "high";
        pen.fillStyle = "#f0f1ea";
        pen.fillRect(0, 0, canvas.width, canvas.height);
        pen.font = "14px sans-serif";
        images.forEach((image, i) => {
          const [x, y] = [gap + (i % columns) * (wide + gap), gap + Math.floor(i / columns) * (high + line + gap)];
          pen.drawImage(image, x, y, wide, Math.round((image.height / image.width) * wide));
          pen.fillStyle = "#1d2233";
          pen.fillText(shots[i].text, x, y + high + 16);
        });
        return canvas.toDataURL(type, quality).split(",")[1];
      },
      { shots, columns, wide, quality, type },
    );
  let sheet;
  do {
    sheet = Buffer.from(await draw(quality), "base64");
    quality -= 0.08;
  } while (sheet.length > most && quality > 0.3);
  await page.close();
  return sheet;
}
