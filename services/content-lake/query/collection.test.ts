import fc from "fast-check";
import { expect, test } from "vitest";
import type { Written } from "../commit";
import type { Document } from "../document";
import { Collection } from "./collection";

const ids = Array.from({ length: 300 }, (_, n) => `${n % 3 === 0 ? "drafts." : ""}d${n * 7}`);
const written: fc.Arbitrary<Written> = fc
  .record({
    id: fc.constantFrom(...ids),
    type: fc.constantFrom("post", "author", "tag"),
    gone: fc.boolean(),
    rev: fc.integer().map(String),
  })
  .map(({ id, type, gone, rev }) => {
    const document: Document = {
      ...{ _id: id, _type: type, _rev: rev },
      ...{ _createdAt: "2024-01-01T00:00:00.000Z", _updatedAt: "2024-01-01T00:00:00.000Z" },
    };
    return { id, after: gone ? undefined : document };
  });

const contents = (collection: Collection) => ({
  all: collection.all,
  types: ["post", "author", "tag"].map((type) => collection.ofType(type)),
  ids: ids.map((id) => collection.get(id)),
});

test("many documents added at once give the same collection as one by one, in the same order", () => {
  const few = fc.array(written, { maxLength: 20 });
  const many = fc.array(written, { minLength: 100, maxLength: 400 });
  fc.assert(
    fc.property(few, many, few, (before, batch, after) => {
      const [together, apart] = [new Collection(), new Collection()];
      for (const part of [before, batch, after]) {
        const version = together.version();
        together.apply(part);
        for (const each of part) apart.apply([each]);
        expect(contents(together)).toEqual(contents(apart));
        if (part === batch && part.some((each) => each.after)) {
          expect(together.version()).toBeGreaterThan(version);
        }
      }
    }),
    { numRuns: 100 },
  );
});
