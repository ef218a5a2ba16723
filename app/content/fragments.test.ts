import { describe, expect, test } from "vitest";
import { siteSettingsQuery } from "./site-settings";
import { ask, type Document } from "./testing/ask";

describe("a link", () => {
  const settings = {
    _id: "siteSettings",
    _type: "siteSettings",
    links: { crafter: "https://crafter.example/" },
    emails: { sales: "sales@example.com" },
  };
  const hrefOf = async (destination: Document, ...others: Document[]) => {
    const navigation = [{ _key: "1", label: "Go", destination }];
    const answer = await ask(siteSettingsQuery, [{ ...settings, navigation }, ...others]);
    return JSON.stringify(answer).match(/"href":("[^"]*"|null)/)?.[1];
  };

  test("leads to the address that an editor wrote", async () => {
    expect(await hrefOf({ href: "/contact" })).toBe('"/contact"');
  });

  test("leads to an outside link of the settings", async () => {
    expect(await hrefOf({ outside: "crafter" })).toBe('"https://crafter.example/"');
  });

  test("opens an e-mail with its subject", async () => {
    const mail = { outside: "salesEmail", subject: "Enterprise Plan Inquiry" };
    expect(await hrefOf(mail)).toBe(
      '"mailto:sales@example.com?subject=Enterprise%20Plan%20Inquiry"',
    );
  });

  test.each([
    ["post", { slug: { current: "x" } }, "/blog/x"],
    ["solution", { slug: { current: "x" } }, "/solutions/x"],
    ["feature", { slug: { current: "x" } }, "/docs/x"],
    ["jobOpening", { id: { current: "x" } }, "/careers/x"],
    ["legalPage", { slug: { current: "x" } }, "/x"],
    ["page", { slug: { current: "x" } }, "/x"],
    ["homePage", {}, "/"],
    ["careersPage", {}, "/careers"],
  ])("leads to the page of a %s", async (_type, fields, path) => {
    const reference = { reference: { _ref: "target" } };
    expect(await hrefOf(reference, { _id: "target", _type, ...fields })).toBe(`"${path}"`);
  });

  test("leads nowhere when its target is gone or was never chosen", async () => {
    expect(await hrefOf({ reference: { _ref: "gone" } })).toBe("null");
    expect(await hrefOf({ outside: "repository" })).toBe("null");
    expect(await hrefOf({})).toBe("null");
  });
});
