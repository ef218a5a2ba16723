import { defineField, type CustomValidatorResult, type ValidationContext } from "@sanity/types";
import { z } from "zod";
import { visibilityOf } from "../validation/visibility";
import { askLake } from "./unique-among-documents";
import { publishedIdOf } from "../edits/draft-ids";

/** The group tab that holds {@link publishingWindowFields}. */
export const publishingGroup = { name: "publishing", title: "Publishing" };

const published = z.record(z.string(), z.unknown()).nullable();

/** A `custom` rule that warns when what visitors see now will be hidden until it is shown again. */
const takesAway = async (
  from: unknown,
  { document, getClient }: Partial<Pick<ValidationContext, "document" | "getClient">>,
): Promise<CustomValidatorResult> => {
  const now = new Date();
  if (visibilityOf({ publishAt: from }, now) === "live" || !document || !getClient) return true;
  const client = getClient({ apiVersion: "2025-02-19" });
  const id = publishedIdOf(document._id);
  const live = published.parse(await askLake(client, "*[_id == $id][0]", { id }));
  if (!live || visibilityOf(live, now) !== "live") return true;
  return "Visitors see this now. When you publish, it disappears right away, and its URL shows “Page Not Found” until then.";
};

/** When visitors see a published document. Queries compare both with the current time. */
export const publishingWindowFields = [
  defineField({
    name: "publishAt",
    title: "Show from",
    description: "Empty: as soon as you publish.",
    type: "datetime",
    group: publishingGroup.name,
    validation: (rule) => rule.custom(takesAway).warning(),
  }),
  defineField({
    name: "unpublishAt",
    title: "Show until",
    description: "Empty: indefinitely.",
    type: "datetime",
    group: publishingGroup.name,
    validation: (rule) =>
      rule.custom((until, context) => {
        const from = context.document?.publishAt;
        return typeof until === "string" && typeof from === "string" && until <= from
          ? "It would disappear before it appears. Choose a time after “Show from”."
          : true;
      }),
  }),
];

/** What a preview selects so that a list shows what is scheduled and what has ended. */
export const publishingWindowSelection = { publishAt: "publishAt", unpublishAt: "unpublishAt" };
