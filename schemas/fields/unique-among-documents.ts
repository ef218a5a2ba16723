import type { SanityClient } from "@sanity/client";
import type { CustomValidatorResult, ValidationContext } from "@sanity/types";
import { z } from "zod";
import { versionsOf } from "../edits/draft-ids";

/** The context that a rule gets in the Studio; checks without a lake leave the client out. */
type Context = Partial<Pick<ValidationContext, "getClient" | "document">>;

interface Others {
  /**
   * Which documents to check, besides the one that is being edited: a GROQ filter that may name
   * `$value`.
   */
  filter: string;
  /** The message when there are any; gets their titles or ids. */
  message: (names: string) => string;
}

const found = z.array(z.object({ name: z.string() }));

/**
 * A `custom` rule that refuses a value because of other documents. Without a lake to query it
 * passes: the check of the whole content checks all documents at once.
 */
export const uniqueAmongDocuments =
  ({ filter, message }: Others) =>
  async (value: unknown, context: Context): Promise<CustomValidatorResult> => {
    if (value === undefined || value === false || !context.getClient || !context.document) {
      return true;
    }
    const others = found.parse(
      await askLake(
        context.getClient({ apiVersion: "2025-02-19" }),
        `*[!(_id in $versions) && ${filter}][0...6]{ "name": coalesce(title, name, version, _id) }`,
        { versions: versionsOf(context.document), value },
      ),
    );
    const names = new Set(others.map(({ name }) => `“${name}”`));
    return others.length === 0 || message([...names].slice(0, 3).join(", "));
  };

/**
 * Queries documents and drafts alike: a published value stays taken until the draft that gives it
 * up is published too, and nobody can tell which of two drafts will be the first.
 */
export const askLake = (
  client: Pick<SanityClient, "fetch">,
  query: string,
  parameters: Record<string, unknown>,
): Promise<unknown> => client.fetch(query, parameters, { perspective: "raw" });
