import { describe, expect, test } from "vitest";
import { linkableTypes } from "../../../schemas/fields/link";
import { pagePath } from "../../../schemas/paths/page-path";
import { siteSettingsQuery } from "./site-settings";
import { ask, type Document } from "../testing/ask";

describe("a link", () => {
  const settings = {
    _id: "siteSettings",
    _type: "siteSettings",
    links: { crafter: "https://crafter.example/" },
    emails: { sales: "sales@example.com" },
  };
  const hrefOf = async (destination: Document, ...others: Document[]) => {
    const navigation = [{ _key: "1", label: "Go", destination }];
    const result = await ask(siteSettingsQuery, [{ ...settings, navigation }, ...others]);
    return JSON.stringify(result).match(/"href":("[^"]*"|null)/)?.[1];
  };

  test("leads to the URL that an editor entered", async () => {
    expect(await hrefOf({ href: "/contact" })).toBe('"/contact"');
  });

  test("leads to an external link from the site settings", async () => {
    expect(await hrefOf({ outside: "crafter" })).toBe('"https://crafter.example/"');
  });

  test.each([
    ["apiDocs", "/docs"],
    ["apiCollection", "/docs"],
    ["apiPlayground", "/docs"],
  ])("leads to a page of the site where %s is not set", async (outside, path) => {
    expect(await hrefOf({ outside })).toBe(`"${path}"`);
  });

  test("opens an email with its subject", async () => {
    const mail = { outside: "salesEmail", subject: "Enterprise Plan Inquiry" };
    expect(await hrefOf(mail)).toBe(
      '"mailto:sales@example.com?subject=Enterprise%20Plan%20Inquiry"',
    );
  });

  test.each(linkableTypes)("leads to the page of a %s", async (_type) => {
    const reference = { reference: { _ref: "target" } };
    const target = { _id: "target", _type, slug: { current: "x" }, id: { current: "x" } };
    expect(await hrefOf(reference, target)).toBe(`"${pagePath(target)}"`);
  });

  test("leads nowhere when its target is deleted or was never chosen", async () => {
    expect(await hrefOf({ reference: { _ref: "gone" } })).toBe("null");
    expect(await hrefOf({ outside: "repository" })).toBe("null");
    expect(await hrefOf({})).toBe("null");
  });
});
