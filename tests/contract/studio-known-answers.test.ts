import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServedLake, serveLake } from "@platen/content-lake/testing/serve";
import { stubbedResponse } from "../../studio/lake/cloud-stubs";

let served: ServedLake;

beforeAll(async () => {
  served = await serveLake();
});
afterAll(() => served.close());

test.each([
  "/features",
  "/projects/local/user-applications",
  "/projects/local/datasets?datasetProfile=comments&addonFor=production",
  "/journey/trial",
  "/journey/asset-limit",
  "/help",
])("%s is answered like the lake does", async (uri) => {
  const headers = served.as({ id: "editor" });
  const response = await fetch(`${served.url}/v2024-09-01${uri}`, { headers });
  expect(stubbedResponse({ uri })).toEqual(await response.json());
});

test.each([
  { uri: "/users/me" },
  { url: "/projects/local" },
  { uri: "/projects/local/datasets" },
  { uri: "/projects/local/datasets/production/acl" },
  { uri: "/features", method: "POST" },
])("%j is left to the lake", (question) => {
  expect(stubbedResponse(question)).toBeUndefined();
});
