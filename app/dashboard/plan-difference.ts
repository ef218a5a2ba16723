import type { Plan } from "@domain/plans/plan.server";
import { formatNumber } from "~/ui/format/format-number";

/** A line of the plan comparison: what it is about, and what each plan gives of it. */
interface ComparedRow {
  name: string | null;
  /** Of the operation's page; null for a line that is about no operation. */
  slug: string | null;
  values: readonly { plan: string | null; value: string | boolean }[];
}

/** What a change of plan brings or takes away. */
export interface PlanChange {
  gains: boolean;
  text: string;
}

/** How many operations are named; the others are counted. */
const named = 3;

/**
 * What changes for an account that moves from one plan to another: credits, the largest file, and
 * what the plan comparison says. Empty for a plan that neither has numbers nor is compared.
 *
 * @param from.agreedCredits the credits of a contract, which replace the plan's and end with it
 */
export function planDifference(
  from: { plan: Plan; agreedCredits: number | null },
  target: Plan,
  rows: readonly ComparedRow[],
): PlanChange[] {
  const changes: PlanChange[] = [];
  const credits = (target.credits ?? 0) - (from.agreedCredits ?? from.plan.credits ?? 0);
  if (target.credits !== null && credits !== 0) {
    const amount = `${credits > 0 ? "+" : "−"}${formatNumber(Math.abs(credits))}`;
    changes.push({ gains: credits > 0, text: `${amount} credits a ${target.period ?? "month"}` });
  }
  const [before, after] = [from.plan, target].map(({ limits }) => limits?.maxFileMegabytes ?? null);
  if (before && after && before !== after) {
    changes.push({
      gains: after > before,
      text: `Files up to ${formatNumber(after)} MB instead of ${formatNumber(before)} MB`,
    });
  }
  return [...changes, ...comparedChanges(from.plan, target, rows)];
}

function comparedChanges(from: Plan, target: Plan, rows: readonly ComparedRow[]): PlanChange[] {
  const both = rows.flatMap(({ name, slug, values }) => {
    const [before, after] = [from, target].map(({ id }) =>
      values.find(({ plan }) => plan !== null && plan === id),
    );
    return name && before && after
      ? [{ name, slug, before: before.value, after: after.value }]
      : [];
  });
  const gained = both.filter(({ before, after }) => !before && after);
  const lost = both.filter(({ before, after }) => before && !after);
  const namesOf = (some: typeof both) => some.map(({ name }) => name);
  const isOperation = ({ slug }: { slug: string | null }) => slug !== null;
  const isOther = ({ slug }: { slug: string | null }) => slug === null;
  return [
    ...operations(true, namesOf(gained.filter(isOperation))),
    ...operations(false, namesOf(lost.filter(isOperation))),
    ...namesOf(gained.filter(isOther)).map((text) => ({ gains: true, text })),
    ...namesOf(lost.filter(isOther)).map((name) => ({ gains: false, text: `Without ${name}` })),
    ...both.flatMap(({ name, before, after }) =>
      before && after && textOf(before) !== textOf(after)
        ? [
            {
              gains: (target.price ?? 0) >= (from.price ?? 0),
              text: `${name}: ${textOf(after)} instead of ${textOf(before)}`,
            },
          ]
        : [],
    ),
  ];
}

const textOf = (value: string | boolean) => (typeof value === "string" ? value : "full");

function operations(gains: boolean, names: readonly string[]): PlanChange[] {
  if (names.length === 0) return [];
  const more = names.length - named;
  const list = `${names.slice(0, named).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const count = `${names.length} operation${names.length === 1 ? "" : "s"}`;
  return [{ gains, text: `${gains ? "+" : "−"}${count}: ${list}` }];
}
