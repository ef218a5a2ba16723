import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServedLake, serveLake, tokens } from "@platen/content-lake/testing/serve";
import { type AccountSite, openAccountSite } from "./support/account-site";

let site: AccountSite;
let lake: ServedLake;

beforeAll(async () => {
  site = await openAccountSite();
  lake = await serveLake();
  Object.assign(process.env, { SANITY_API_HOST: lake.url, SANITY_API_TOKEN: tokens.readToken });
});
afterAll(() => site.close());

test("a site whose lake is dead is not ready, although it remembers the lake's answers", async () => {
  const { checkServices } = await import("../../server/site/observe/check-services");
  const { readContent } = await import("~/content/reading/read.server");
  const { siteSettingsQuery } = await import("../../app/content/queries/site-settings");
  await expect(checkServices()).resolves.toBeUndefined();
  await readContent(siteSettingsQuery);
  await lake.close();
  await expect(readContent(siteSettingsQuery)).resolves.toBeNull();
  await expect(checkServices()).rejects.toThrow();
});
