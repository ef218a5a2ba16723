import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import ts from "typescript";

/**
 * Fails when files import each other in a circle (types count as well), and so do folders of app/,
 * domain/, server/, server/site/ or a service: none of a circle can be read, tested or moved without
 * the others.
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
 * The shortest circle that a node is in, as the nodes that it leads through.
 *
 * @param {string} start
 * @param {ReadonlyMap<string, Iterable<string>>} graph
 */
function circleOf(start, graph) {
  /** @type {Set<string>} */
  const seen = new Set();
  let ends = [[start]];
  while (ends.length > 0) {
    /** @type {string[][]} */
    const next = [];
    for (const reached of ends) {
      for (const node of graph.get(reached.at(-1) ?? "") ?? []) {
        if (node === start) return [...reached, start];
        if (seen.has(node)) continue;
        seen.add(node);
        next.push([...reached, node]);
      }
    }
    ends = next;
  }
  return undefined;
}

/**
 * A circle for each node that is in one, unless another circle leads through it.
 *
 * @param {ReadonlyMap<string, Iterable<string>>} graph
 */
function circlesIn(graph) {
  /** @type {Set<string>} */
  const named = new Set();
  return [...graph.keys()].flatMap((node) => {
    const circle = named.has(node) ? undefined : circleOf(node, graph);
    for (const each of circle ?? []) named.add(each);
    return circle ? [circle.join(" → ")] : [];
  });
}

/**
 * The folders that each folder imports. Files directly in app/, say, join folders, and belong to
 * none.
 *
 * @param {RegExp} pattern the folders that are compared
 */
function importsOfFolders(pattern) {
  /** @type {Map<string, Set<string>>} */
  const graph = new Map();
  for (const [file, imported] of imports) {
    const from = folderOf(file, pattern);
    if (!from) continue;
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets);
    for (const next of imported) {
      const to = folderOf(next, pattern);
      if (to && to !== from) targets.add(to);
    }
  }
  return graph;
}

/**
 * @param {string} file
 * @param {RegExp} pattern
 */
function folderOf(file, pattern) {
  return /\.test\.tsx?$|\/testing\//.test(file) ? undefined : pattern.exec(file)?.[0];
}

const errors = [
  ...circlesIn(imports).map((circle) => `A circle of imports: ${circle}`),
  ...comparedFolders
    .flatMap((pattern) => circlesIn(importsOfFolders(pattern)))
    .map((circle) => `A circle of folders: ${circle}`),
];
// The shortest circle is the one to open: it often opens the others.
for (const error of errors.sort((a, b) => a.length - b.length)) console.error(error);
if (errors.length > 0) process.exitCode = 1;
