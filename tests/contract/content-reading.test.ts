import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { limits, type ServedLake, serveLake, tokens } from "@platen/content-lake/testing/serve";
import { type AccountSite, openAccountSite } from "./support/account-site";
import {
  jobOpeningQuery,
  jobOpeningsQuery,
  openingsFeedQuery,
} from "../../app/content/queries/job-opening";
import { siteSettingsQuery } from "../../app/content/queries/site-settings";

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

/** Until the end of the test the lake refuses each result of more characters. */
function refuseResults(characters = 1) {
  const { response } = limits;
  onTestFinished(() => {
    limits.response = response;
  });
  limits.response = characters;
}

const reading = async () => ({
  ...(await import("~/content/reading/read.server")),
  ...(await import("~/content/reading/content-events.server")),
});

test("without a schedule, which the lake refuses, pages are read again in a minute", async () => {
  const { readContent, watchReading } = await reading();
  const transaction = lake.client().transaction();
  for (let number = 0; number < 1_200; number += 1)
    transaction.create({ _type: "post", publishAt: inDays(1_200 - number) });
  await transaction.commit();
  refuseResults(5_000);
  const { value, reading: read } = await watchReading(() => readContent(openingsFeedQuery));
  expect(value).toEqual([]);
  expect(read.expiresAt).toBeLessThanOrEqual(Date.now() + 60_000);
});

test("among more scheduled documents than a schedule lists, the next one decides", async () => {
  const { readContent, watchReading, invalidateContent } = await reading();
  const next = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 20_000).toISOString();
  await lake.client().create({ _type: "changelogEntry", unpublishAt: next });
  invalidateContent();
  const { reading: read } = await watchReading(() => readContent(jobOpeningsQuery));
  expect(new Date(read.expiresAt).toISOString()).toBe(next);
});

test("what was read before is shown while the lake refuses a query", async () => {
  const { readContent, watchReading, invalidateContent } = await reading();
  await lake.client().createOrReplace({ _id: "siteSettings", _type: "siteSettings", name: "A" });
  const before = await readContent(siteSettingsQuery);
  refuseResults();
  invalidateContent();
  const { value, reading: now } = await watchReading(() => readContent(siteSettingsQuery));
  expect(value).toEqual(before);
  expect(now.stale).toBe(true);
});

test("without an earlier result a refused query is a 503, and a line in the log, once", async () => {
  const { readContent } = await reading();
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  refuseResults();
  for (const id of ["a", "a", "b"]) {
    const refusal = await readContent(jobOpeningQuery, { id }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 503 });
  }
  const lines = log.mock.calls.filter(([line]) => String(line).includes('"jobOpening"'));
  expect(lines).toEqual([[expect.stringMatching(/refused a query.*larger than 1 characters/)]]);
});

/** A query that gets no response in time: it ends when its `timeOut` is called. */
function silentQuery() {
  const error = Object.assign(new Error("Socket timed out"), { code: "ESOCKETTIMEDOUT" });
  const clock = new EventTarget();
  const silence = new Promise<never>((_, fail) =>
    clock.addEventListener("timeout", () => fail(error)),
  );
  return { query: () => silence, timeOut: () => clock.dispatchEvent(new Event("timeout")) };
}

test("a query that times out while the lake responds to others leaves the circuit closed", async () => {
  const { callLake, throughCircuit } =
    await import("~/content/reading/lake-circuit-breaker.server");
  const { query, timeOut } = silentQuery();
  const slow = throughCircuit(() => callLake(query), { hasStale: false });
  const other = () => throughCircuit(() => callLake(async () => "ok"), { hasStale: false });
  await other();
  timeOut();
  await expect(slow).rejects.toThrow("timed out");
  await expect(other()).resolves.toBe("ok");
});

test("a query that times out opens the circuit if the lake has responded to none since", async () => {
  const { callLake, throughCircuit } =
    await import("~/content/reading/lake-circuit-breaker.server");
  const { query, timeOut } = silentQuery();
  const slow = throughCircuit(() => callLake(query), { hasStale: false });
  timeOut();
  await expect(slow).rejects.toThrow("timed out");
  const next = throughCircuit(() => callLake(async () => "ok"), { hasStale: false });
  await expect(next).rejects.toThrow("a moment ago");
});
