// Makes a PNG of an element as it is drawn: its styles, the font and the shared drawings go into one SVG, which is painted on a canvas.

import font from "../style/font/gabarito.woff2?url";

/** The page's own rules, so that the copy looks as the element does. Nothing in it moves, and nothing is fetched. */
function styles(fontAddress: string): string {
  const rules = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => !(rule instanceof CSSFontFaceRule))
    .map((rule) => rule.cssText);
  const face = `@font-face{font-family:Gabarito;font-weight:400 900;src:url(${fontAddress}) format("woff2")}`;
  return `${face}${rules.join("")}*{animation:none!important;transition:none!important}`;
}

async function dataAddress(file: string): Promise<string> {
  const bytes = await (await fetch(file)).blob();
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result as string);
    reader.onerror = () => failed(reader.error ?? new Error("the font cannot be read"));
    reader.readAsDataURL(bytes);
  });
}

/** The element as the source of an SVG that needs nothing from outside. */
async function drawing(element: HTMLElement, width: number, height: number): Promise<string> {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  // Settings of the page, such as four colours for the suits, hang on its root.
  Object.entries(document.documentElement.dataset).forEach(([name, value]) => (svg.dataset[name] = value));
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = styles(await dataAddress(font));
  const frame = document.createElementNS("http://www.w3.org/2000/svg", "foreignObject");
  frame.setAttribute("width", String(width));
  frame.setAttribute("height", String(height));
  // Cards refer to drawings that the page has once for all of them.
  document.querySelectorAll("svg.symbols").forEach((symbols) => frame.append(symbols.cloneNode(true)));
  frame.append(element.cloneNode(true));
  svg.append(style, frame);
  return new XMLSerializer().serializeToString(svg);
}

export async function pictureOf(element: HTMLElement, width: number, height: number): Promise<Blob> {
  const image = new Image(width, height);
  // An address of another kind would make the canvas unreadable.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await drawing(element, width, height))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
  return new Promise((done, failed) =>
    canvas.toBlob((png) => (png ? done(png) : failed(new Error("the canvas is empty"))), "image/png"),
  );
}
