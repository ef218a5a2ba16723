import { readFileSync, statSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { LRUCache } from "lru-cache";

/**
 * A parsed map takes a megabyte or more, and after an error the next one is often in the same file.
 */
const maxMaps = 12;

const maps = new LRUCache<string, { map: SourceMap | null }>({ max: maxMaps });

/**
 * The maximum size of a map that is parsed, in bytes, above that of the scripts that every page
 * loads: it blocks the event loop for 50 ms.
 */
const maxMapBytes = 1_500_000;

function mapOf(file: string, mayUnpack: (bytes: number) => boolean): SourceMap | null {
  const known = maps.get(file);
  if (known) return known.map;
  let map: SourceMap | null = null;
  try {
    const { size } = statSync(`${file}.map`);
    if (size <= maxMapBytes) {
      if (!mayUnpack(size)) return null;
      const payload: SourceMapPayload = JSON.parse(readFileSync(`${file}.map`, "utf8"));
      map = new SourceMap(payload);
    }
  } catch {
    // From an older build, or from none: the location stays as it is.
  }
  maps.set(file, { map });
  return map;
}

/**
 * The source location of a location in a built file, as "app/root.tsx:12:5"; null when no map lies
 * beside the file.
 *
 * @param line from 1, as the column
 * @param mayUnpack called with the size in bytes before a map that is not in memory is parsed
 */
export function sourcePlace(
  file: string,
  line: number,
  column: number,
  mayUnpack: (bytes: number) => boolean = () => true,
): string | null {
  const entry = mapOf(file, mayUnpack)?.findEntry(line - 1, column - 1);
  if (!entry || !("originalSource" in entry)) return null;
  const source = relative(process.cwd(), resolve(dirname(file), entry.originalSource));
  return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}

const builtPlace = /file:\/\/\/[^\s()"\\]+\/build\/(?:process|server)\/[\w/.-]+\.js:\d+:\d+/g;

/** A text in which every location in the server's built files is replaced by that in the source. */
export function withSources(text: string): string {
  if (!text.includes("/build/")) return text;
  return text.replace(builtPlace, (place) => {
    const [, file = "", line, column] = /^(.*):(\d+):(\d+)$/.exec(place) ?? [];
    return sourcePlace(fileURLToPath(file), Number(line), Number(column)) ?? place;
  });
}
