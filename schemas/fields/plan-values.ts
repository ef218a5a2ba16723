import {
  defineArrayMember,
  defineField,
  type ConditionalProperty,
  type ValidationContext,
} from "@sanity/types";
import { z } from "zod";
import { askLake } from "./unique-among-documents";
import { publishedIdOf } from "../edits/draft-ids";

type Context = Partial<Pick<ValidationContext, "document" | "getClient" | "parent">>;

const references = z.array(z.object({ _ref: z.string() })).catch([]);
const values = z.array(z.object({ plan: z.object({ _ref: z.string() }) })).catch([]);
const columns = z.array(z.object({ id: z.string(), name: z.string().nullish() }));

/** The plans that have a value. */
const plansIn = (value: unknown) => values.parse(value).map(({ plan }) => plan._ref);

const eachOnce = (value: unknown) =>
  new Set(plansIn(value)).size === plansIn(value).length ||
  "The same plan is here twice: visitors would see only its first value.";

/** Warns of columns of the plan comparison without a value: they would show a dash. */
const everyColumn = async (value: unknown, { document, getClient, parent }: Context) => {
  const row = z.object({ feature: z.unknown() }).safeParse(parent);
  if (!document || !getClient || (document._type === "planComparison" && row.data?.feature)) {
    return true;
  }
  const found = await askLake(
    getClient({ apiVersion: "2025-02-19" }),
    document._type === "planComparison"
      ? '*[_id in $chosen]{ "id": _id, name }'
      : '*[_id == "planComparison" && $id in groups[].rows[].feature._ref].columns[]->{ "id": _id, name }',
    {
      id: publishedIdOf(document._id),
      chosen: references.parse(document.columns).map(({ _ref }) => _ref),
    },
  );
  const given = plansIn(value);
  const missing = columns.parse(found).filter(({ id }) => !given.includes(id));
  const names = missing.map(({ id, name }) => `“${name ?? id}”`).join(", ");
  return missing.length === 0 || `The plan comparison shows a dash for ${names}: give it a value.`;
};

/** The values of each plan for one feature, as the cells of the plan comparison show them. */
export const planValuesField = (field: {
  name: string;
  description?: string;
  group?: string;
  hidden?: ConditionalProperty;
}) =>
  defineField({
    ...field,
    title: "What each plan gives",
    type: "array",
    of: [defineArrayMember({ type: "planValue" })],
    validation: (rule) => [rule.custom(eachOnce), rule.custom(everyColumn).warning()],
  });
