import { expect, test } from "vitest";
import { serveLake } from "@platen/content-lake/testing/serve";
import { importSeed } from "../../server/backend/seed";

test.each([
  ["sample", "counted", "firstHeld", "pages", "messages"],
  ["blank", "counted", "firstHeld", "pages", "messages"],
  ["specification", "notice", "notice", "notice", "mail"],
] as const)(
  "a site that starts with %s has likes: %s, comments: %s, tags: %s, contact form: %s",
  async (seed, likes, comments, archives, contactForm) => {
    const served = await serveLake();
    try {
      await importSeed(served.lake, seed);
      const behavior = served.lake.store.get("siteSettings")?.behaviour;
      expect(behavior).toMatchObject({ likes, comments, archives, contactForm });
    } finally {
      await served.close();
    }
  },
);
