import { readFileSync, statSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
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
  mayUnpack: (bytes: number) => boolean,
): string | null {
  const entry = mapOf(file, mayUnpack)?.findEntry(line - 1, column - 1);
  if (!entry || !("originalSource" in entry)) return null;
  const source = relative(process.cwd(), resolve(dirname(file), entry.originalSource));
  return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}

/**
 * Bytes of maps that are parsed: 2 MB at once, 200 kB a second after that, at 50 ms a megabyte. 30
 * reports that cycled through the largest maps took 4 s of the event loop.
 */
export class UnpackBudget {
  readonly #maxBytes = 2_000_000;
  readonly #bytesPerMillisecond = 200;
  #left = this.#maxBytes;
  #countedAt = performance.now();

  /** Whether a map of this size may be parsed now. */
  allows(bytes: number): boolean {
    const now = performance.now();
    const regained = (now - this.#countedAt) * this.#bytesPerMillisecond;
    this.#left = Math.min(this.#maxBytes, this.#left + regained);
    this.#countedAt = now;
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}

/** Of the server's own errors: reports of pages have another. */
const ownErrors = new UnpackBudget();

/**
 * A frame of a stack, in the server's built files. Bounded, because a message may look like one.
 */
const builtFrame =
  /^( {4}at (?:async )?(?:[^\n(]{1,200} \()?)(file:\/\/\/[^\s()"\\]{1,500}\/build\/(?:process|server)\/[\w/.-]{1,200}\.js):(\d{1,7}):(\d{1,7})/gm;

/**
 * The stack of an error of this process, in which each frame in the server's built files names its
 * place in the source. Never call it with a text that came with a request: one report that named
 * our files in ever new spellings blocked the event loop for four seconds.
 */
export function stackWithSources(stack: string): string {
  return stack.replace(
    builtFrame,
    (frame: string, start: string, url: string, line: string, column: string) => {
      const file = pathOfUrl(url);
      const place =
        file && sourcePlace(file, Number(line), Number(column), (size) => ownErrors.allows(size));
      return place ? start + place : frame;
    },
  );
}

/** The path of a file, or null for a URL in another spelling, of which there is no end. */
function pathOfUrl(url: string): string | null {
  try {
    const path = fileURLToPath(url);
    return pathToFileURL(path).href === url && !url.includes("//", "file:///".length) ? path : null;
  } catch {
    return null;
  }
}
