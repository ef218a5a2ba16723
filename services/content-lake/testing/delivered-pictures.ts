import sharp from "sharp";
import { type AssetDocument, quarters, type TestLake } from "./asset-lake";

/** What a current browser accepts. */
export const modernFormats = "image/avif,image/webp,image/apng,*/*;q=0.8";

/** 400 × 200: red, green, white, blue from the top left, clockwise. */
export const uploadQuarters = async (lake: TestLake) =>
  lake.upload("images", await quarters(400, 200).png().toBuffer(), "?filename=q.png");

/** The response to a request of a document's bytes. */
export const getFrom = (
  lake: TestLake,
  document: AssetDocument,
  query = "",
  headers: Record<string, string> = {},
) => lake.request(`/${document.path}${query}`, { headers });

/** A delivered picture, decoded. */
export async function pictureFrom(
  lake: TestLake,
  document: AssetDocument,
  query: string,
  headers?: Record<string, string>,
) {
  const response = await getFrom(lake, document, query, headers);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(`${response.status}: ${bytes.toString()}`);
  const { width, height, format, pages = 1, hasAlpha } = await sharp(bytes).metadata();
  return { response, bytes, width, height, format, pages, hasAlpha };
}
