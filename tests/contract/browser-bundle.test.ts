import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { z } from "zod";

/* What the build puts into the scripts of browsers, by their source maps. */

const sourceMap = z.object({ sources: z.array(z.string()) });

/** Our own files in the scripts of the pages, by their path from the top. */
async function sourcesOfScripts(): Promise<string[]> {
  const sources = new Set<string>();
  const entries = await readdir("build/maps", { recursive: true });
  for (const entry of entries.filter((name) => name.endsWith(".map"))) {
    const { sources: listed } = sourceMap.parse(
      JSON.parse(await readFile(`build/maps/${entry}`, "utf8")),
    );
    for (const source of listed) {
      if (!source.includes("node_modules/")) sources.add(source.replace(/^(\.\.\/)+/, ""));
    }
  }
  return [...sources];
}

test("scripts of browsers have none of the server's code", async () => {
  const sources = await sourcesOfScripts();
  expect(sources).toContain("app/root.tsx");
  const folders = new Set(sources.map((source) => source.split("/", 1)[0]));
  expect(
    [...folders].filter((folder) => !["app", "domain", "schemas"].includes(folder ?? "")),
  ).toEqual([]);
  expect(sources.filter((source) => source.includes(".server."))).toEqual([]);
  for (const source of sources.filter((each) => each.startsWith("domain/"))) {
    const code = await readFile(source, "utf8");
    expect([source, /^import (?!type).*"(?:node:|@platen\/|drizzle|postgres)/m.test(code)]).toEqual(
      [source, false],
    );
  }
});
