import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServedLake, serveLake, tokens } from "@platen/content-lake/testing/serve";
import { type AccountSite, openAccountSite } from "./support/account-site";
import { jobOpeningsQuery } from "../../app/content/queries/job-opening";

let site: AccountSite;
let lake: ServedLake;

beforeAll(async () => {
  site = await openAccountSite();
  lake = await serveLake();
  Object.assign(process.env, { SANITY_API_HOST: lake.url, SANITY_API_TOKEN: tokens.readToken });
});
afterAll(async () => {
  await lake.close();
  await site.close();
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test("among more scheduled documents than a schedule lists, the next one decides", async () => {
  const { readContent, watchReading } = await import("~/content/reading/read.server");
  const transaction = lake.client().transaction();
  for (let number = 0; number < 1_200; number += 1)
    transaction.create({ _type: "post", publishAt: inDays(1_200 - number) });
  const next = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 20_000).toISOString();
  transaction.create({ _type: "changelogEntry", unpublishAt: next });
  await transaction.commit();
  const { reading } = await watchReading(() => readContent(jobOpeningsQuery));
  expect(new Date(reading.expiresAt).toISOString()).toBe(next);
});
