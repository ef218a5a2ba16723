import { readdirSync, readFileSync } from "node:fs";
import type { Document } from "./ask";

/** Every document of the seed; pictures still name their files. */
export const seed = readdirSync("content")
  .filter((name) => name.endsWith(".ndjson"))
  .flatMap((name) => readFileSync(`content/${name}`, "utf8").split("\n").filter(Boolean))
  .map((line): Document => JSON.parse(line));
