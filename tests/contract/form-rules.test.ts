import type { SanityClient, SanityDocumentStub } from "@sanity/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServedLake, serveLake } from "@platen/content-lake/testing/serve";
import { resolves } from "../../schemas/fields/path-exists";

/** Rules of the forms that query the lake, on a real one. */

let served: ServedLake;
let client: SanityClient;

beforeAll(async () => {
  served = await serveLake();
  client = served.client({ perspective: "raw" });
  const slug = (current: string) => ({ _type: "slug", current });
  const documents: SanityDocumentStub[] = [
    { _id: "a", _type: "post", slug: slug("merge-pdfs") },
    { _id: "drafts.b", _type: "page", slug: slug("offer") },
    { _id: "c", _type: "jobOpening", id: slug("printer") },
    { _id: "r", _type: "redirect", from: "/old/place", to: "/" },
  ];
  for (const document of documents) await client.create(document);
});
afterAll(() => served.close());

const verdict = (address: string | undefined) => resolves(address, { getClient: () => client });

test.each([
  ["a page of the site itself", "/contact"],
  ["an anchor on a page", "/#pricing"],
  ["an article, with an anchor", "/blog/merge-pdfs#end"],
  ["an opening", "/careers/printer/"],
  ["a landing page in draft", "/offer?from=mail"],
  ["the path of a redirect", "/old/place"],
  ["another site", "https://elsewhere.example/nothing"],
  ["an empty URL", undefined],
])("%s is a valid destination", async (_, address) => {
  expect(await verdict(address)).toBe(true);
});

test.each(["/blgo", "/blog/gone", "/blog/printer", "/careers/offer", "/old"])(
  "%s is not a destination",
  async (address) => {
    expect(await verdict(address)).toBe(`There is no page at ${address}. Choose one that exists.`);
  },
);
