import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import ts from "typescript";

/**
 * Fails when files import each other in a circle (types count as well), or when two folders of
 * app/, domain/, server/, server/site/ or a service import each other: neither side of such a pair
 * can be read, tested or moved without the other.
 *
 *     node tests/check-imports.js
 */

const folders = ["app", "domain", "server", "services", "schemas", "studio"];
const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", ...folders], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /\.(?:ts|tsx|js)$/.test(file) && existsSync(file));
const known = new Set(files);
/** The folders that are compared with their siblings. */
const comparedFolders = [
  /^(?:app|domain|server|services\/[^/]+)\/[^/]+(?=\/)/,
  /^server\/site\/[^/]+(?=\/)/,
];

/** @type {Map<string, string[]>} what each file imports of ours */
const imports = new Map(files.map((file) => [file, importsOf(file)]));

/** @param {string} file */
function importsOf(file) {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, "utf8"));
  return importedFiles.flatMap(({ fileName }) => resolve(file, fileName) ?? []);
}

/**
 * The file that a specifier names, if it is ours.
 *
 * @param {string} from
 * @param {string} specifier
 */
function resolve(from, specifier) {
  const [name = ""] = specifier.split("?");
  const target = name
    .replace(/^~\//, "app/")
    .replace(/^@domain\//, "domain/")
    .replace(/^@platen\//, "services/")
    .replace(/^\.\.?(?=\/|$)/, (step) => `${path.posix.dirname(from)}/${step}`);
  const endings = ["", ".ts", ".tsx", ".js", "/index.ts", "/index.tsx"];
  return endings
    .map((ending) => path.posix.normalize(target + ending))
    .find((file) => known.has(file));
}

/**
 * The shortest circle that a file is in, as the files that it leads through.
 *
 * @param {string} start
 */
function circleOf(start) {
  /** @type {Set<string>} */
  const seen = new Set();
  let ends = [[start]];
  while (ends.length > 0) {
    /** @type {string[][]} */
    const next = [];
    for (const reached of ends) {
      for (const file of imports.get(reached.at(-1) ?? "") ?? []) {
        if (file === start) return [...reached, start];
        if (seen.has(file)) continue;
        seen.add(file);
        next.push([...reached, file]);
      }
    }
    ends = next;
  }
  return undefined;
}

/** Pairs of folders, sorted. Files directly in these join folders, and belong to none. */
function foldersThatImportEachOther() {
  const arrows = new Set(
    files.flatMap((file) =>
      (imports.get(file) ?? []).flatMap((next) =>
        comparedFolders.flatMap((pattern) => {
          const [from, to] = [folderOf(file, pattern), folderOf(next, pattern)];
          return from && to && from !== to ? [`${from} ${to}`] : [];
        }),
      ),
    ),
  );
  return [...arrows]
    .map((arrow) => arrow.split(" "))
    .filter(([from = "", to = ""]) => from < to && arrows.has(`${to} ${from}`))
    .map((pair) => pair.join(" ↔ "))
    .sort();
}

/**
 * @param {string} file
 * @param {RegExp} pattern
 */
function folderOf(file, pattern) {
  return /\.test\.tsx?$|\/testing\//.test(file) ? undefined : pattern.exec(file)?.[0];
}

const circles = new Map(files.map((file) => [file, circleOf(file)]));
/** @type {string[]} */
const errors = [];
/** @type {Set<string>} */
const named = new Set();
for (const circle of circles.values()) {
  if (!circle || named.has(circle[0] ?? "")) continue;
  errors.push(`A circle of imports: ${circle.join(" → ")}`);
  for (const each of circle) named.add(each);
}
for (const pair of foldersThatImportEachOther())
  errors.push(`The folders ${pair} import each other.`);
// The shortest circle is the one to open: it often opens the others.
for (const error of errors.sort((a, b) => a.length - b.length)) console.error(error);
if (errors.length > 0) process.exitCode = 1;
