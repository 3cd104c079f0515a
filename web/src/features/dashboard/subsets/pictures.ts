/** Take what is drawn with it: SVG with its colours written out, PNG of twice the size, in the browser. */

const NAMESPACE = "http://www.w3.org/2000/svg";
const KEPT = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "font-family",
  "font-size",
  "text-anchor",
  "dominant-baseline",
];

export interface Drawings {
  matrix: SVGSVGElement;
  legend: SVGSVGElement;
  tree: SVGSVGElement;
}

const sizeOf = (one: SVGSVGElement): [number, number] => [Number(one.getAttribute("width")), Number(one.getAttribute("height"))];

/** All as one file: the matrix, beside it the tree, its rows level with the matrix, under the legend. */
export function svgOf({ matrix, legend, tree }: Drawings, ground: string): string {
  const [[left, height], [legendWidth], [treeWidth, treeHeight]] = [sizeOf(matrix), sizeOf(legend), sizeOf(tree)];
  const width = left + Math.max(legendWidth, treeWidth);
  const whole = document.createElementNS(NAMESPACE, "svg");
  setAll(whole, { width, height, viewBox: `0 0 ${width} ${height}` });
  const paper = document.createElementNS(NAMESPACE, "rect");
  setAll(paper, { width, height, fill: ground });
  whole.append(paper, copyTo(matrix, 0, 0), copyTo(legend, left, 4), copyTo(tree, left, height - treeHeight));
  return new XMLSerializer().serializeToString(whole);
}

function copyTo(drawing: SVGSVGElement, x: number, y: number): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  writeStyles(drawing, copy);
  setAll(copy, { x, y });
  return copy;
}

function setAll(element: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

/** Classes and variables of the page mean nothing in a file. */
function writeStyles(original: Element, copy: Element): void {
  const computed = getComputedStyle(original);
  for (const name of KEPT) {
    const value = computed.getPropertyValue(name);
    if (value) copy.setAttribute(name, value);
  }
  for (const name of ["class", "style", "id", "tabindex", "role", "aria-activedescendant"]) copy.removeAttribute(name);
  Array.from(original.children).forEach((child, index) => {
    const twin = copy.children[index];
    if (twin) writeStyles(child, twin);
  });
}

/** Twice as many points as on the page, so that it can be printed. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  // The page may load pictures from data: only.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * image.width;
  canvas.height = 2 * image.height;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the canvas gave no picture"))), "image/png");
  });
}

/** Hand a file to the person. */
export function save(name: string, content: Blob): void {
  const link = document.createElement("a");
  const address = URL.createObjectURL(content);
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: the browser reads it only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function saveText(name: string, text: string, type: string): void {
  save(name, new Blob([text], { type: `${type};charset=utf-8` }));
}
