import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseRedirect, isExactRedirect } from "./redirects";

const options = (siteUrl: string, redirectAllowList: string[] = []) => ({
  siteUrl,
  redirectAllowList,
});

const site = "https://platen.example";

test.each([
  `${site}/dashboard?tab=1#keys`,
  "https://preview-7.platen.example/x",
  "https://deep.preview.other.example/a/b",
  "platen://open",
])("%s is allowed", (url) => {
  const allowed = ["https://*.platen.example/*", "https://**.other.example/**", "platen://*"];
  expect(chooseRedirect(options(site, allowed), url)).toBe(url);
});

test.each([
  "https://evil.example/",
  "https://platen.example.evil.example/",
  "https://user@platen.example/",
  "https://platen.example@evil.example/",
  "http://platen.example/",
  "https://platen.example:8443/",
  "https://a.b.platen.example/x",
  "https://a.platen.example/x/y",
  "https://2130706433.evil.example/",
  "javascript:alert(1)",
  "//evil.example",
  "http://127.0.0.1:5173/x",
  "http://[::1]:5173/x",
  "/dashboard",
  `https://platen.example/auth/callback?next=${"(".repeat(4_000)}`,
  "not a url",
  "",
])("%s leads to the site instead", (url) => {
  expect(chooseRedirect(options(site, ["https://*.platen.example/*"]), url)).toBe(site);
});

test("a script URL is never allowed, whatever the list says", () => {
  expect(chooseRedirect(options(site, ["**"]), "javascript:alert(1)")).toBe(site);
});

test.each(["http://localhost:4000/x", "http://127.0.0.1:5173/x", "http://[::1]:5173/x"])(
  "where the site is on this machine, %s is allowed",
  (url) => expect(chooseRedirect(options("http://localhost:3000"), url)).toBe(url),
);

test("the requested redirect takes precedence over the referrer", () => {
  const wanted = [`${site}/asked`, `${site}/came-from`];
  expect(chooseRedirect(options(site), ...wanted)).toBe(`${site}/asked`);
  expect(chooseRedirect(options(site), "https://evil.example", `${site}/b`)).toBe(`${site}/b`);
});

test.each([
  "https://evil%2eexample\\.platen.example/",
  "https://evil%2eexample?.platen.example/",
  "https://evil%2eexample#.platen.example/",
  "https://evil。example?.platen.example/",
  "https://evil。example\\.platen.example/",
  "https://evil.example:443\\.platen.example/",
  "https://evil%2eexample/.platen.example/",
  "https://evil.example%00.platen.example/",
  "https:\\\\evil.example\\.platen.example/",
  "https:evil.example/.platen.example/",
])("a wildcard does not match %s", (url) => {
  for (const glob of ["https://*.platen.example/**", "https://**.platen.example/**"])
    expect(chooseRedirect(options(site, [glob]), url)).toBe(site);
});

test.each([
  ["https://{app,www}.platen.example/**", "https://www.platen.example/a/b?c=d", true],
  ["https://{app,www}.platen.example/**", "https://api.platen.example/", false],
  ["{http,https}://app.platen.example/", "http://app.platen.example/", true],
  ["https://app[12].platen.example/", "https://app2.platen.example/", true],
  ["https://app[!12].platen.example/", "https://app2.platen.example/", false],
  ["https://app[!12].platen.example/", "https://app3.platen.example/", true],
  ["https://app?.platen.example/", "https://app7.platen.example/", true],
  ["https://App.platen.example/", "https://app.platen.example/", true],
  ["http://localhost:*/**", "http://localhost:5173/x/y", true],
  ["https://app.platen.example", "https://app.platen.example/", true],
  ["https://app.platen.example", "https://app.platen.example/x", false],
  ["https://[z-a].platen.example/", "https://z.platen.example/", false],
])("%s and %s: %s", (glob, url, covered) => {
  expect(chooseRedirect(options(site, [glob]), url)).toBe(covered ? url : site);
});

test("whatever is allowed leads to a listed host", () => {
  const part = fc.constantFrom(
    ...[
      "evil",
      "example",
      "platen",
      ".",
      "%2e",
      "。",
      "\\",
      "/",
      "?",
      "#",
      "@",
      ":443",
      "%5c",
      "%00",
    ],
  );
  const url = fc
    .array(part, { maxLength: 9 })
    .map((parts) => `https://${parts.join("")}.platen.example/`);
  fc.assert(
    fc.property(url, (wanted) => {
      const { hostname } = new URL(
        chooseRedirect(options(site, ["https://**.platen.example/**"]), wanted),
      );
      expect(hostname).toMatch(/(^|\.)platen\.example$/);
    }),
    { numRuns: 2_000 },
  );
});

test("an exact redirect is the site's own URL, or literally in the list", () => {
  const rules = options(site, ["https://app.platen.example/in", "https://*.platen.example/**"]);
  expect(isExactRedirect(rules, site, "session")).toBe(true);
  expect(isExactRedirect(rules, `${site}/`, "session")).toBe(true);
  // An editor's redirect may lead from there to another host, and browsers preserve the fragment.
  expect(isExactRedirect(rules, `${site}/spring-offer`, "session")).toBe(false);
  expect(isExactRedirect(rules, `${site}/spring-offer`, "code")).toBe(false);
  expect(isExactRedirect(rules, `${site}/auth/callback?next=%2Fblog`, "code")).toBe(true);
  expect(isExactRedirect(rules, `${site}/auth/callback`, "session")).toBe(false);
  expect(isExactRedirect(rules, "https://www.platen.example/auth/callback", "code")).toBe(false);
  expect(isExactRedirect(rules, "https://app.platen.example/in", "session")).toBe(true);
  expect(isExactRedirect(rules, "https://app.platen.example/other", "session")).toBe(false);
  // A wildcard does not stand for itself.
  expect(isExactRedirect(rules, "https://*.platen.example/**", "code")).toBe(false);
});

test("an entry without a wildcard covers its page with any parameters, for a code", () => {
  const rules = options(site, ["https://app.platen.example/in"]);
  const remembering = "https://app.platen.example/in?next=%2Faccount";
  expect(chooseRedirect(rules, remembering)).toBe(remembering);
  expect(isExactRedirect(rules, remembering, "code")).toBe(true);
  expect(isExactRedirect(rules, remembering, "session")).toBe(false);
});

test("a loopback URL is an exact redirect only where the site is on that machine", () => {
  const program = "http://127.0.0.1:9999/";
  expect(isExactRedirect(options("https://platen.example"), program, "session")).toBe(false);
  expect(isExactRedirect(options("http://localhost:3000"), program, "session")).toBe(true);
  expect(isExactRedirect(options("http://127.0.0.1:3000"), program, "session")).toBe(true);
});
