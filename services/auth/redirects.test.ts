import { expect, test } from "vitest";
import { chooseRedirect } from "./redirects";

const options = (siteUrl: string, redirectAllowList: string[] = []) => ({
  siteUrl,
  redirectAllowList,
});

const site = "https://platen.example";

test.each([
  `${site}/dashboard?tab=1#keys`,
  "https://preview-7.platen.example/x",
  "https://deep.preview.other.example/a/b",
  "http://127.0.0.1:5173/x",
  "http://[::1]:5173/x",
  "platen://open",
])("%s is allowed", (address) => {
  const allowed = ["https://*.platen.example/*", "https://**.other.example/**", "platen://*"];
  expect(chooseRedirect(options(site, allowed), address)).toBe(address);
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
  "/dashboard",
  "not a url",
  "",
])("%s leads to the site instead", (address) => {
  expect(chooseRedirect(options(site, ["https://*.platen.example/*"]), address)).toBe(site);
});

test("a script is never allowed, whatever the list says", () => {
  expect(chooseRedirect(options(site, ["**"]), "javascript:alert(1)")).toBe(site);
});

test("on localhost the port does not count", () => {
  const address = "http://localhost:4000/x";
  expect(chooseRedirect(options("http://localhost:3000"), address)).toBe(address);
});

test("what the request asks for goes before where it came from", () => {
  const wanted = [`${site}/asked`, `${site}/came-from`];
  expect(chooseRedirect(options(site), ...wanted)).toBe(`${site}/asked`);
  expect(chooseRedirect(options(site), "https://evil.example", `${site}/b`)).toBe(`${site}/b`);
});
