import { CallPanel } from "~/blocks/sample-call/call-panel";
import { LanguageChoice } from "~/blocks/sample-call/language-choice";
import type { ShortResult } from "~/blocks/sample-call/short-result";
import type { SolutionQueryResult } from "~/content/types.generated";
import { OperationDrawing } from "~/ui/operations/operation-drawing";
import { Section } from "~/ui/section";
import { ShortCode } from "~/ui/short-code";
import { SiteLink } from "~/ui/site-link";

type Details = NonNullable<NonNullable<SolutionQueryResult>["details"]>;

/** A call of a recipe, with its response as the page shows it. */
export type RecipeCall = Omit<Details["recipe"][number], "result"> & { result: ShortResult | null };

/**
 * The calls that do it, in order: what each does to the pages, its request and its response; and
 * what all of them cost.
 */
export function Recipe({ calls }: { calls: readonly RecipeCall[] }) {
  if (calls.length === 0) return null;
  const credits = calls.reduce((sum, { result }) => sum + (result?.credits ?? 0), 0);
  const plans = calls.flatMap(({ plan }) => plan ?? []);
  const dearest = plans.toSorted((a, b) => (b.price ?? 0) - (a.price ?? 0))[0];
  return (
    <Section
      id="recipe"
      title="The recipe"
      intro={
        <>
          {calls.length === 1
            ? "One call"
            : `${words[calls.length] ?? calls.length} calls, in order`}
          {credits > 0 && `: ${credits} ${credits === 1 ? "credit" : "credits"} a document`}
          {dearest?.name && `, on the ${dearest.name} plan`}.
        </>
      }
      className="bg-surface"
    >
      <LanguageChoice className="mb-4 justify-end max-sm:-ml-2 max-sm:justify-start" />
      <ol className="grid gap-x-5 gap-y-8 lg:auto-cols-fr lg:grid-flow-col">
        {calls.map((call, index) => (
          <li key={call._id} className="flex min-w-0 flex-col">
            <h3 className="flex items-center gap-3 font-semibold">
              <span className="grid size-8 place-items-center rounded-full border border-line-strong bg-ground font-mono text-sm text-action">
                {index + 1}
              </span>
              <SiteLink href={call.path} className="underline-offset-4 hover:underline">
                {call.title}
              </SiteLink>
            </h3>
            <div className="mt-4 flex grow flex-col overflow-hidden rounded-lg border border-line-strong bg-surface-2">
              {call.drawing && (
                <div className="border-b border-dashed border-line-strong bg-ground p-5">
                  <OperationDrawing name={call.drawing} className="mx-auto h-28 max-w-full" />
                </div>
              )}
              <CallPanel
                title={call.title}
                endpoint={call.endpoint}
                code={call.code ?? ""}
                hasLanguages={false}
              />
              {call.result && (
                <div className="mt-auto border-t border-line px-4 py-4 font-mono text-[0.8125rem] sm:px-5">
                  {call.status !== null && <p className="font-medium text-good">{call.status}</p>}
                  <ShortCode
                    code={call.result.text}
                    label={`Response of ${call.title}`}
                    wraps
                    className="mt-1"
                  />
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

const words = ["No", "One", "Two", "Three", "Four"];
