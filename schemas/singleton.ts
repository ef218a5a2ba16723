import type { Rule, SchemaTypeDefinition } from "@sanity/types";
import { z } from "zod";
import { publishedIdOf } from "./edits/draft-ids";

const stored = z.object({ _id: z.string() });

/**
 * A document type whose one document has the type's name as its id. The site never reads another,
 * but a script or an old link into the Studio can still create one: its form shows that, and does
 * not publish it.
 */
export const onlyOne = (type: SchemaTypeDefinition): SchemaTypeDefinition => ({
  ...type,
  validation: (rule: Rule) =>
    rule.custom((document: unknown) => {
      const { data } = stored.safeParse(document);
      return !data || publishedIdOf(data._id) === type.name
        ? true
        : "The site reads another document of this kind, and never this one. Delete it.";
    }),
});
