import { readdirSync, readFileSync } from "node:fs";

/**
 * Writes the licenses of the libraries in the pages' scripts into `licenses.txt` beside them. In
 * the scripts they would be downloaded with each page.
 *
 * @returns {import("vite").Plugin}
 */
export function licenses() {
  return {
    name: "licenses",
    generateBundle(_options, bundle) {
      /** @type {Set<string>} */
      const directories = new Set();
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk") continue;
        for (const id of file.moduleIds) {
          const [, directory] = /^\0?(\/.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
          if (directory) directories.add(directory);
        }
      }
      const source = [...directories].sort().map(licenseOf).join("\n\n\n");
      this.emitFile({ type: "asset", fileName: "licenses.txt", source });
    },
  };
}

/** @param {string} directory of an installed package */
function licenseOf(directory) {
  const name = directory.slice(directory.lastIndexOf("/node_modules/") + "/node_modules/".length);
  const file = readdirSync(directory).find((each) => /^licen[sc]e/i.test(each));
  if (file) return `${name}\n\n${readFileSync(`${directory}/${file}`, "utf8").trim()}`;
  const manifest = readFileSync(`${directory}/package.json`, "utf8");
  const [, license = "unknown license"] = /"license":\s*"([^"]+)"/.exec(manifest) ?? [];
  return `${name}\n\n${license}`;
}
