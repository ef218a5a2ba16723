import type { SanityClient } from "@sanity/client";
import type { CustomValidatorResult, ValidationContext } from "@sanity/types";
import { z } from "zod";

/** What a rule gets of its surroundings in the Studio; checks without a lake leave the client out. */
type Context = Partial<Pick<ValidationContext, "getClient" | "document">>;

interface Others {
  /** Of the documents to look at, beside the one that is being edited: a GROQ filter that may name `$value`. */
  filter: string;
  /** What is wrong when there are any; gets their titles or ids. */
  message: (names: string) => string;
}

const found = z.array(z.object({ name: z.string() }));

/**
 * A `custom` rule that refuses a value because of what other documents hold. Where there is no lake to ask it lets pass:
 * the check of the whole content looks at all documents at once.
 */
export const noOthers =
  ({ filter, message }: Others) =>
  async (value: unknown, context: Context): Promise<CustomValidatorResult> => {
    if (value === undefined || value === false || !context.getClient || !context.document) {
      return true;
    }
    const id = context.document._id.replace(/^drafts\./, "");
    const others = found.parse(
      await askLake(
        context.getClient({ apiVersion: "2025-02-19" }),
        `*[_id != $id && ${filter}][0...3]{ "name": coalesce(title, name, version, _id) }`,
        { id, value },
      ),
    );
    return others.length === 0 || message(others.map(({ name }) => `“${name}”`).join(", "));
  };

/** Asks for what the lake holds once all drafts are published. */
export const askLake = (
  client: Pick<SanityClient, "fetch">,
  query: string,
  parameters: Record<string, unknown>,
): Promise<unknown> => client.fetch(query, parameters, { perspective: "drafts" });
