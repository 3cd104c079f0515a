/** Pictures of few colours as small files: `writePalette({ width, height, pixels })` is a PNG with at most 64 colours. */
import { crc32, deflateSync } from "node:zlib";

const COLOURS = 64;
const CHANNELS = [0, 1, 2] as const;

export interface Pixels {
  width: number;
  height: number;
  /** Red, green, blue and how opaque, for each pixel. */
  pixels: Uint8Array;
}

type Colour = readonly [number, number, number];

/** The colour of a pixel in 16 shades of each channel, as one number. */
const shade = (pixels: Uint8Array, at: number): number => (coarse(pixels[at]) << 8) | (coarse(pixels[at + 1]) << 4) | coarse(pixels[at + 2]);
const coarse = (value = 0): number => Math.round(value / 17);
const colourOf = (shade: number): Colour => [(shade >> 8) * 17, ((shade >> 4) & 15) * 17, (shade & 15) * 17];
const distance = (one: Colour, other: Colour): number => CHANNELS.reduce<number>((sum, channel) => sum + (one[channel] - other[channel]) ** 2, 0);

/** The most frequent colours; among equals always the same. */
function choosePalette(shades: Uint16Array): number[] {
  const counts = new Map<number, number>();
  for (const each of shades) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].toSorted(([a, rows], [b, others]) => others - rows || a - b).slice(0, COLOURS).map(([each]) => each);
}

function nearest(shade: number, palette: readonly number[]): number {
  const wanted = colourOf(shade);
  const distances = palette.map((each) => distance(wanted, colourOf(each)));
  return distances.indexOf(Math.min(...distances));
}

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, "ascii"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

export function writePalette({ width, height, pixels }: Pixels): Buffer {
  const shades = new Uint16Array(width * height);
  for (let pixel = 0; pixel < shades.length; pixel += 1) shades[pixel] = shade(pixels, pixel * 4);
  const palette = choosePalette(shades);
  const places = new Map<number, number>();
  const rows = Buffer.alloc((width + 1) * height);
  shades.forEach((each, pixel) => {
    if (!places.has(each)) places.set(each, nearest(each, palette));
    // Each row begins with a byte that says how it is filtered: not at all.
    rows[Math.floor(pixel / width) + pixel + 1] = places.get(each) ?? 0;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // eight bits, a palette
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  const colours = Uint8Array.from(palette.flatMap((each) => colourOf(each)));
  return Buffer.concat([signature, chunk("IHDR", header), chunk("PLTE", colours), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}
