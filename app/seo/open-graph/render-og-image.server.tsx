import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import satori from "satori";
import sharp from "sharp";
import { pictureSize, type PictureText } from "./og-image-url";
import { Picture } from "./og-image";

const files = createRequire(import.meta.url);

/** The characters of the site's own typeface; those of other scripts show as boxes. */
async function loadFonts() {
  const wanted = [400, 600].flatMap((weight) =>
    ["latin", "latin-ext"].map((subset) => ({ weight, subset })),
  );
  return Promise.all(
    wanted.map(async ({ weight, subset }) => {
      const name = `@fontsource/instrument-sans/files/instrument-sans-${subset}-${weight}-normal.woff`;
      return {
        name: "Instrument Sans",
        data: await readFile(files.resolve(name)),
        weight: weight === 400 ? (400 as const) : (600 as const),
        style: "normal" as const,
      };
    }),
  );
}

let fonts: ReturnType<typeof loadFonts> | undefined;

/**
 * Draws the picture of a page for link previews.
 * @returns a PNG of 1200 × 630
 */
export async function drawPicture(text: PictureText): Promise<Buffer> {
  const svg = await satori(<Picture {...text} />, {
    ...pictureSize,
    fonts: await (fonts ??= loadFonts()),
  });
  // Few colors on a plain ground: a palette takes a quarter of the bytes.
  return sharp(Buffer.from(svg))
    .png({ palette: true, quality: 90, compressionLevel: 9 })
    .toBuffer();
}
