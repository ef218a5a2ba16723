import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type ServedLake, serveLake } from "@platen/content-lake/testing/serve";
import { shareLastRanks } from "../../studio/last-ranks";

let served: ServedLake;

beforeAll(async () => {
  served = await serveLake();
  const client = served.client();
  await client.create({ _type: "plan", orderRank: "0|a00000:" });
  await client.create({ _type: "plan", orderRank: "0|c00000:" });
  await client.create({ _type: "faq", orderRank: "0|b00000:" });
});
afterAll(() => served.close());

let client: ReturnType<ServedLake["client"]>;

beforeEach(() => {
  client = served.client();
  vi.spyOn(client, "fetch");
});

test("the last rank of each type is known after one query", async () => {
  const lastRank = shareLastRanks(["plan", "faq", "feature"]);
  expect(await lastRank(client, "plan")).toBe("0|c00000:");
  expect(await lastRank(client, "faq")).toBe("0|b00000:");
  // For a type without documents, the beginning of all ranks.
  expect(await lastRank(client, "feature")).toBe("0|000000:");
  expect(client.fetch).toHaveBeenCalledTimes(1);
});

test("a second document of a type gets a higher rank than the first, even at the same time", async () => {
  const lastRank = shareLastRanks(["plan", "faq"]);
  await lastRank(client, "faq");
  await client.create({ _type: "faq", orderRank: "0|d00000:" });
  expect(await lastRank(client, "faq")).toBe("0|d00000:");
});

test("a failed query is repeated", async () => {
  const lastRank = shareLastRanks(["plan", "faq"]);
  vi.mocked(client.fetch).mockRejectedValueOnce(new Error("The lake is away"));
  await expect(lastRank(client, "plan")).rejects.toThrow("away");
  expect(await lastRank(client, "plan")).toBe("0|c00000:");
});
