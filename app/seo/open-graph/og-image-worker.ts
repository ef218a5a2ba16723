import { parentPort } from "node:worker_threads";
import type { PictureText } from "./og-image-url";
import { drawPicture } from "./render-og-image.server";

/**
 * The thread that draws the pictures, one at a time. A drawing that fails ends it: the server
 * starts another.
 */
parentPort?.on("message", async (text: PictureText) => {
  parentPort?.postMessage(await drawPicture(text));
});
