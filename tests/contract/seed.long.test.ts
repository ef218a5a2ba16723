import { expect, test } from "vitest";
import { serveLake } from "@platen/content-lake/testing/serve";
import { importSeed } from "../../server/backend/seed";

test.each([
  ["sample", "counted", "firstHeld", "pages"],
  ["blank", "counted", "firstHeld", "pages"],
  ["specification", "notice", "notice", "notice"],
] as const)(
  "a site that starts with %s has likes: %s, comments: %s, tags: %s",
  async (seed, likes, comments, archives) => {
    const served = await serveLake();
    try {
      await importSeed(served.lake, seed);
      const behavior = served.lake.store.get("siteSettings")?.behaviour;
      expect(behavior).toMatchObject({ likes, comments, archives });
    } finally {
      await served.close();
    }
  },
);
