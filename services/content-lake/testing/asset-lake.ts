import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import sharp, { type Sharp } from "sharp";
import { z } from "zod";
import { endlessSpace } from "@platen/kit";
import type { EmbeddedDatabase } from "@platen/postgres";
import { openMemoryDatabase } from "@platen/postgres/testing/memory";
import { Store } from "../store";
import { type Assets, createAssets } from "../assets";

/** The asset service on a real store and a real directory, for tests. */
export interface TestLake {
  assets: Assets;
  store: Store;
  directory: string;
  /** A request to the service, with a path below its mount point. */
  request: (path: string, init?: RequestInit) => Promise<Response>;
  /**
   * Uploads bytes over HTTP semantics and returns the asset document, or fails with the error's
   * description.
   */
  upload: (kind: "images" | "files", bytes: Uint8Array, query?: string) => Promise<AssetDocument>;
  /** Serves on a port of the loopback interface until the lake closes; resolves to the origin. */
  listen: () => Promise<string>;
  close: () => Promise<void>;
}

const assetDocument = z.looseObject({
  _id: z.string(),
  _type: z.string(),
  url: z.string(),
  path: z.string(),
  mimeType: z.string(),
  extension: z.string(),
  originalFilename: z.string().optional(),
  sha1hash: z.string(),
  size: z.number(),
  metadata: z
    .looseObject({
      dimensions: z.looseObject({
        width: z.number(),
        height: z.number(),
        aspectRatio: z.number(),
      }),
      hasAlpha: z.boolean(),
      isOpaque: z.boolean(),
      lqip: z.string().optional(),
      blurHash: z.string().optional(),
      palette: z.looseObject({ dominant: z.looseObject({ background: z.string() }) }).optional(),
    })
    .optional(),
});

export type AssetDocument = z.infer<typeof assetDocument>;

const uploadResponse = z.union([
  z.object({ document: assetDocument }),
  z.object({ error: z.object({ type: z.string(), description: z.string() }) }),
]);

/**
 * @param shared a database to use instead of a new one, which takes seconds; what a previous lake
 *   left in it is deleted, and it stays open
 * @param space of the simulated disk for uploads
 * @param transformProcess the compiled `transform-process`; without it pictures are made in this
 *   process
 */
export async function openTestLake(
  shared?: EmbeddedDatabase,
  space = endlessSpace,
  transformProcess?: URL,
): Promise<TestLake> {
  const directory = await mkdtemp(path.join(tmpdir(), "lake-assets-"));
  const database = shared ?? (await openMemoryDatabase());
  await database.execute("drop schema if exists lake, private_migrations cascade");
  const store = await Store.open(database);
  const assets = createAssets({
    pastUploads: [],
    store,
    directory: path.join(directory, "assets"),
    space,
    publicUrl: "https://site.example/lake",
    projectId: "local",
    dataset: "production",
    author: () => "editor",
    transformProcess,
  });
  const app = new Hono().route("/lake", assets.routes);
  const request = async (below: string, init?: RequestInit) =>
    app.request(`http://lake.test/lake${below}`, init);
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  return {
    assets,
    store,
    directory: path.join(directory, "assets"),
    request,
    upload: async (kind, bytes, query = "") => {
      const response = await request(`/v1/assets/${kind}/production${query}`, {
        method: "POST",
        body: new Uint8Array(bytes),
      });
      return documentOf(response);
    },
    listen: () =>
      new Promise((resolve) => {
        server.listen(0, "127.0.0.1", () => {
          const address = server.address();
          const port = typeof address === "object" && address ? address.port : 0;
          resolve(`http://127.0.0.1:${port}`);
        });
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      assets.close();
      await store.settled();
      if (!shared) await database.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The asset document in an upload's response. */
export async function documentOf(response: Response): Promise<AssetDocument> {
  const body = uploadResponse.parse(await response.json());
  if ("error" in body) throw new Error(`${response.status}: ${body.error.description}`);
  return body.document;
}

/** The description in Sanity's error shape. */
export async function errorOf(response: Response): Promise<string> {
  const shape = z.object({
    error: z.object({ type: z.string(), description: z.string() }),
    statusCode: z.literal(response.status),
  });
  return shape.parse(await response.json()).error.description;
}

/** A picture whose quarters are red (top left), green, blue (bottom left) and white. */
export function quarters(width: number, height: number): Sharp {
  const quarter = (fill: string, x: number, y: number) =>
    `<rect x="${x * 50}%" y="${y * 50}%" width="50%" height="50%" fill="${fill}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${quarter("#f00", 0, 0)}${quarter("#0f0", 1, 0)}${quarter("#00f", 0, 1)}${quarter("#fff", 1, 1)}</svg>`;
  return sharp(Buffer.from(svg)).removeAlpha();
}

export type Corner = "red" | "green" | "blue" | "white" | "black" | "other";

/** The colors in the four corners, clockwise from the top left, a little inside. */
export async function corners(picture: Uint8Array): Promise<Corner[]> {
  const { data, info } = await sharp(picture)
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const [left, right] = [Math.floor(width * 0.1), Math.ceil(width * 0.9) - 1];
  const [top, bottom] = [Math.floor(height * 0.1), Math.ceil(height * 0.9) - 1];
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ].map(([x = 0, y = 0]) => {
    const at = (y * width + x) * 3;
    const bits = [data[at], data[at + 1], data[at + 2]]
      .map((value = 128) => (value > 200 ? "1" : value < 55 ? "0" : "?"))
      .join("");
    const names: Record<string, Corner> = {
      "100": "red",
      "010": "green",
      "001": "blue",
      "111": "white",
      "000": "black",
    };
    return names[bits] ?? "other";
  });
}
