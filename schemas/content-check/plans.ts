import { publishedIdOf } from "../edits/draft-ids";
import { referencesIn } from "../paths/links";
import { note, titleOf, together, type LakeDocument, type Note } from "./finding";

/** Contradictions between plans and their values in the comparison. */
export function planProblems(documents: readonly LakeDocument[]): Note[] {
  const plans = documents.filter(({ _type }) => _type === "plan");
  const popular = plans.filter((plan) => plan.popular === true);
  const comparisons = documents.filter(({ _type }) => _type === "planComparison");
  return [
    ...(popular.length > 1
      ? popular.map((plan) => note("plan", plan, "More than one plan is the most popular"))
      : []),
    ...together(plans, ({ id }) => String(id)).flatMap((group) =>
      group.map((plan) => note("plan", plan, `Another plan has the id “${String(plan.id)}” too`)),
    ),
    ...comparisons.flatMap((comparison) => emptyCells(comparison, documents)),
  ];
}

/**
 * A column of the comparison shows a dash where a feature, or its own row, has no value for
 * the plan.
 */
function emptyCells(comparison: LakeDocument, documents: readonly LakeDocument[]): Note[] {
  const columns = referencesIn(comparison.columns).map(({ id }) => id);
  const missingIn = (values: unknown) => {
    const given = referencesIn(values).map(({ id }) => id);
    return columns.filter((column) => !given.includes(column));
  };
  const nameOf = (plan: string) => {
    const found = documents.find(({ _id }) => publishedIdOf(_id) === plan);
    return found ? titleOf(found) : plan;
  };
  const compared = new Set(referencesIn(comparison.groups).map(({ id }) => id));
  const features = documents.filter(
    ({ _type, _id }) => _type === "feature" && compared.has(publishedIdOf(_id)),
  );
  const rows = listIn(comparison.groups)
    .flatMap((group) => listIn(group.rows))
    .filter(({ feature }) => !feature);
  return [
    ...features.flatMap((feature) =>
      missingIn(feature.availability).map((column) =>
        note("plan", feature, `The comparison has no value for the plan “${nameOf(column)}”`),
      ),
    ),
    ...rows.flatMap(({ name, values }) =>
      missingIn(values).map((column) =>
        note("plan", comparison, `“${String(name)}” has no value for the plan “${nameOf(column)}”`),
      ),
    ),
  ];
}

/** The objects of a list, as far as a script wrote a list. */
const listIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === "object" && entry !== null) : [];
