import { text } from "node:stream/consumers";
import { request, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "@platen/kit/testing/eventually";
import { z } from "zod";
import { newVisitor } from "@platen/auth/testing/service";
import { programPaths } from "../e2e/support/program-paths";
import { publicPages } from "../e2e/support/public-pages";
import { type RunningSite, startRunningSite } from "./support/running-site";

/*
 * An editor's text may hold markup, and an import may bring blocks of HTML: pages and feeds show
 * the one as text, and leave the other out.
 */

const markup = `<img src=x onerror=alert(1)><script>alert(2)</script></script></title>`;
const link = "javascript:alert(3)";
const block = "<svg onload=alert(4)>";
const round = "The notice that comes last";

let site: RunningSite;
const pages = new Map<string, string>();

const document = z.looseObject({ _id: z.string(), _type: z.string() });

const xmlPaths = programPaths.filter((path) => path.endsWith(".xml"));

/** Prose ends in markup: whatever has a space in it is read by people. */
function withMarkup(value: unknown, name = ""): unknown {
  if (typeof value === "string") {
    return name.startsWith("_") || !value.includes(" ") ? value : `${value} ${markup}`;
  }
  if (Array.isArray(value)) return value.map((each) => withMarkup(each, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withMarkup(each, key)]),
  );
}

/** What the Studio does not offer: blocks of HTML, and links that run a script. */
const foreign = [
  { _type: "html", _key: "html", html: block, code: block, value: block },
  {
    ...{
      _type: "block",
      _key: "linked",
      style: "normal",
      markDefs: [{ _type: "link", _key: "l", href: link }],
    },
    children: [{ _type: "span", _key: "s", text: "A link of an import", marks: ["l"] }],
  },
];

/** A page as it is rendered now. */
async function render(path: string): Promise<string> {
  const headers = { Cookie: "toast=x", "X-Forwarded-For": newVisitor() };
  const response = await new Promise<IncomingMessage>((answered, failed) => {
    request({ host: "127.0.0.1", port: site.port, path, headers }, answered)
      .once("error", failed)
      .end();
  });
  expect([path, response.statusCode]).toEqual([path, 200]);
  return text(response);
}

beforeAll(async () => {
  site = await startRunningSite({ trustedProxies: 1 });
  const client = site.lake.client();
  const documents = z
    .array(document)
    .parse(await client.fetch(`*[!(_type match "sanity.*") && !(_type match "system.*")]`));
  const transaction = client.transaction();
  for (const each of documents) {
    const { content } = each;
    const changed = {
      ...each,
      ...(Array.isArray(content) && { content: [...content, ...foreign] }),
    };
    transaction.createOrReplace(document.parse(withMarkup(changed)));
  }
  transaction.createOrReplace({ _id: "notice", _type: "notice", isShown: true, text: round });
  await transaction.commit({ visibility: "sync" });
  await eventually(async () => expect(await render("/login")).toContain(round));
  for (const path of [...Object.values(publicPages), ...xmlPaths]) {
    pages.set(path, await render(path));
  }
}, 120_000);
afterAll(() => site.stop());

const pagesWith = (pattern: RegExp) =>
  [...pages].flatMap(([path, content]) => (pattern.test(content) ? [path] : []));

test("markup in a text is shown, and is not markup, on every page and in the feed", () => {
  expect(pagesWith(/<img src=x|<script>alert|<\/script><\/script>/)).toEqual([]);
  // Without it nothing would have been tested.
  const shown = pagesWith(/&lt;img src=x onerror=alert\(1\)&gt;|&amp;lt;img src=x/);
  expect(shown).toEqual(expect.arrayContaining(["/", "/blog", "/docs/merge-pdfs", "/feed.xml"]));
  expect(shown.length).toBeGreaterThan(15);
});

test("blocks of HTML are left out, and links that run a script are texts", () => {
  expect(pagesWith(/<svg onload/)).toEqual([]);
  expect(pagesWith(/href="?javascript:/i)).toEqual([]);
  expect(pagesWith(/A link of an import/).length).toBeGreaterThan(1);
});
