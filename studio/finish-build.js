import { createHash } from "node:crypto";
import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where the site serves the Studio; `project.basePath` in sanity.cli.ts. */
const base = "/studio";
const title = "Content Studio";

/**
 * Prepares the output of `sanity build` to be served by the site: no inline script (the policy
 * forbids them), and no request to any other host.
 *
 * Throws when something to replace is not where expected, and when the bundle names an unknown
 * Sanity host: a new version of the Studio must not start to call other hosts unnoticed.
 *
 * @param {string} directory the output folder of `sanity build`
 */
export async function finish(directory) {
  await finishBundle(join(directory, "static"));
  await finishIndex(directory);
  await finishIcons(directory);
}

/**
 * URLs that the Studio requests on its own, and their replacements.
 *
 * @type {[string, string][]}
 */
const ownAddresses = [
  ["https://api.sanity.io/vX/intake", "/lake/vX/intake"],
  // It requests its newest version; the rest of the URL becomes query parameters of a file that
  // names no version.
  ["https://sanity-cdn.com", `${base}/static/newest.json?`],
];

/**
 * Hosts that remain in the code: links, defaults that our configuration overrides, staging
 * counterparts.
 */
const inertHosts = new Set([
  "api.sanity.io",
  "api.sanity.work",
  "cdn.sanity.io",
  "media.sanity.io",
  "media.sanity.work",
  "public.sanity.io",
  "sanity",
  "sanity-cdn.work",
  "sanity.io",
  "sanity.work",
  "www.sanity.io",
  "www.sanity.work",
  // `https://www.sanity.${…}`, a link whose ending is chosen at run time.
  "www.sanity.",
]);

/** @param {string} folder */
async function finishBundle(folder) {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  const scripts = await Promise.all(
    names.map(async (name) => ({ name, code: await readFile(join(folder, name), "utf8") })),
  );

  for (const [address, replacement] of ownAddresses) {
    const callers = scripts.filter(({ code }) => code.includes(address));
    if (callers.length === 0)
      throw new Error(`The Studio no longer calls ${address}: find out why.`);
    for (const script of callers) script.code = script.code.replaceAll(address, replacement);
  }
  for (const { name, code } of scripts) {
    for (const [address, host = ""] of code.matchAll(
      /(?:https?|wss?):\/\/([\w.-]*sanity[\w.-]*)/g,
    )) {
      if (!inertHosts.has(host)) {
        throw new Error(`${name} names ${address}: check whether it calls that host by itself.`);
      }
    }
  }
  const all = scripts.map(({ code }) => code).join("\n");
  // The only place in each library with its own version.
  assertOneReact("react", all, /\.useTransition\(\)\},[\w$]+\.version="([\d.]+)"/g);
  assertOneReact("react-dom", all, /version:"([\d.]+)",rendererPackageName:"react-dom"/g);

  await Promise.all(scripts.map(({ name, code }) => writeFile(join(folder, name), code)));
}

/**
 * The site uses React 18 and the Studio React 19. With both, or one of them twice, on a page, hooks
 * fail at run time.
 *
 * @param {string} library @param {string} code @param {RegExp} pattern
 */
function assertOneReact(library, code, pattern) {
  const versions = [...code.matchAll(pattern)].map(([, version = ""]) => version);
  if (versions.length !== 1 || !versions[0]?.startsWith("19.")) {
    throw new Error(
      `The Studio must carry ${library} 19 once; found: ${versions.join(", ") || "none"}`,
    );
  }
}

/** Runs before the Studio, besides its own error channel. */
const beforeStart = `
// Not HTTP/2: the Studio would warn of too few connections, but its listeners share one WebSocket.
localStorage.setItem("_sanity_debugProtocol", "h2");
if (!localStorage.getItem("sanityStudio:ui:colorScheme")) {
  localStorage.setItem("sanityStudio:ui:colorScheme", "dark");
}
// The page is blank until the Studio has loaded; it should not be blank and white.
if (localStorage.getItem("sanityStudio:ui:colorScheme") === "dark") {
  document.documentElement.style.backgroundColor = "#13141b";
}
`;

/** @param {string} directory */
async function finishIndex(directory) {
  const file = join(directory, "index.html");
  let html = await readFile(file, "utf8");
  let startScript = "";

  /**
   * @param {string} what @param {RegExp} pattern @param {(match: string, group: string) => string}
   *   by
   */
  const replace = (what, pattern, by) => {
    const before = html;
    html = html.replace(pattern, by);
    if (html === before) throw new Error(`index.html of the Studio has no ${what} to replace`);
  };

  replace(
    "bridge script",
    /<script src="https:\/\/core\.sanity-cdn\.com[^>]*><\/script>/,
    () => "",
  );
  replace("web fonts", /@font-face\s*\{[^}]*studio-static\.sanity\.io[^}]*\}/g, () => "");
  replace("title", /<title>[^<]*<\/title>/, () => `<title>${title}</title>`);
  // Users zoom in on what they cannot read.
  replace("forbidden zoom", /(<meta content="[^"]*), maximum-scale=1/, (_, before) => before);
  replace("icon", /<link href="\/static\/favicon\.svg"[^>]*>/, () => {
    return `<link rel="icon" type="image/svg+xml" href="${base}/static/favicon.svg"/>`;
  });
  const panes = (await readdir(join(directory, "static"))).find((name) =>
    /^panes-.*\.js$/.test(name),
  );
  if (!panes) throw new Error("The Studio has no file of panes (sanity.cli.ts) to preload");
  // Chromium uses its code cache for a preloaded script, and never for a module that is not
  // preloaded.
  replace("main script", /(?=<title>)[\s\S]*src="([^"]*)" type="module"/, (rest, main) => {
    const scripts = [main, `${base}/static/${panes}`];
    const links = scripts.map(
      (path) => `<link rel="preload" as="script" crossorigin href="${path}"/>`,
    );
    return links.join("") + rest;
  });
  replace("other icons", /<link href="\/static\/[^>]*>/g, () => "");
  replace("inline script", /<script>([\s\S]*?)<\/script>/, (_, code) => {
    startScript = code + beforeStart;
    return `<script src="${base}/static/${hashedName(startScript)}"></script>`;
  });

  if (/<script(?![^>]*\bsrc="\/studio\/)/.test(html)) throw new Error("An inline script remains");
  const loaded = html.match(/(?:src|url|<link)[^>]*?https?:\/\/[^"')\s]*/);
  if (loaded) throw new Error(`index.html of the Studio loads from another host: ${loaded[0]}`);

  await writeFile(join(directory, "static", hashedName(startScript)), startScript);
  await writeFile(file, html);
}

/** Files under static/ are cached forever, so a change needs a new name. @param {string} code */
function hashedName(code) {
  return `start-${createHash("sha256").update(code).digest("hex").slice(0, 8)}.js`;
}

/** Keeps our own icon and removes Sanity's. @param {string} directory */
async function finishIcons(directory) {
  const folder = join(directory, "static");
  const own = await readFile(fileURLToPath(new URL("./static/favicon.svg", import.meta.url)));
  if (!own.equals(await readFile(join(folder, "favicon.svg")))) {
    throw new Error("The Studio's build did not take over static/favicon.svg");
  }
  const foreign = /^(favicon.*\.(png|ico)|apple-touch-icon\.png|manifest\.webmanifest)$/;
  const names = (await readdir(folder)).filter((name) => foreign.test(name));
  await Promise.all(names.map((name) => rm(join(folder, name))));
  await rm(join(directory, "favicon.ico"), { force: true });
}
