import { existsSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

/*
 * Finds what was forgotten when a block was added or removed (docs/adding-content.md). The types
 * notice a missing row of the registry, but nothing else: a block without its query would render
 * empty, and one without its icon or picture would be bare in the Studio's menu.
 */

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const read = (/** @type {string} */ file) => (existsSync(file) ? readFileSync(file, "utf8") : "");
const hasView = (/** @type {string} */ name) => existsSync(`app/blocks/${name}/view.tsx`);

const examples = ["content/homePage.ndjson", "content/page.ndjson", "studio/templates.ts"];

/** What is missing of the block of `schemas/blocks/<name>.ts`. */
const missingOf = (/** @type {string} */ name) => {
  const type = /name: "(\w+)"/.exec(read(`schemas/blocks/${name}.ts`))?.[1] ?? "?";
  const texts = Object.entries({
    "schemas/blocks/index.ts": `from "./${name}"`,
    [`app/blocks/${name}/query.ts`]: `_type == "${type}" => {`,
    "app/blocks/queries.ts": `from "./${name}/query"`,
    "app/blocks/registry.ts": `  ${type}: {`,
    "app/blocks/markdown.ts": `  ${type}: `,
    "studio/icons.ts": `  ${type}: `,
  });
  const lacking = texts.filter(([file, text]) => !read(file).includes(text));
  return [
    ...lacking.map(([file, text]) => `${file} lacks ${text.trim()}`),
    ...(hasView(name) ? [] : [`app/blocks/${name}/view.tsx is missing`]),
    ...(read(`studio/static/sections/${type}.svg`)
      ? []
      : [`studio/static/sections/${type}.svg is missing`]),
    ...(examples.some((file) => read(file).includes(`"${type}"`))
      ? []
      : [`none of ${examples.join(", ")} shows a ${type}`]),
  ];
};

const names = readdirSync("schemas/blocks")
  .map((file) => file.replace(/\.ts$/, ""))
  .filter((name) => name !== "index");
const complaints = [
  ...names.flatMap((name) => missingOf(name).map((what) => `The block ${name}: ${what}.`)),
  ...readdirSync("app/blocks")
    .filter((name) => hasView(name) && !names.includes(name))
    .map((name) => `app/blocks/${name}/ has no schemas/blocks/${name}.ts.`),
];
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
