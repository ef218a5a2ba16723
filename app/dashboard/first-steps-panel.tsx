import { cx } from "class-variance-authority";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { SiteLink } from "~/ui/site-link";
import { Panel } from "./dashboard-page";

/** The first steps of a new account. It disappears when both are done. */
export function FirstStepsPanel({ steps }: { steps: { key: boolean; call: boolean } }) {
  const list = [
    {
      done: steps.key,
      title: "Create an API key",
      text: "It comes with an example API call to copy.",
      to: "/dashboard/keys",
      button: "Create a key",
    },
    {
      done: steps.call,
      title: "Make your first call",
      text: "Every call shows up here, with what it cost.",
      to: "/docs",
      button: "Read the docs",
    },
  ];
  const next = list.find(({ done }) => !done);
  if (!next) return null;
  return (
    <Panel title="First steps" flush>
      <ol className="divide-y divide-line">
        {list.map((step, index) => (
          <li key={step.title} className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4">
            <span
              className={cx(
                "grid size-7 shrink-0 place-items-center rounded-full border font-mono text-sm",
                step.done ? "border-good/40 bg-good/10 text-good" : "border-line-strong",
              )}
            >
              {step.done ? <Icon name="check" className="size-4" /> : index + 1}
              {step.done && <span className="sr-only">Done:</span>}
            </span>
            <span className="min-w-0 flex-1 basis-48">
              <span className="block text-[0.9375rem] font-medium">{step.title}</span>
              <span className="block text-sm text-muted">{step.text}</span>
            </span>
            {!step.done && (
              <Button asChild size="sm" variant={step === next ? "default" : "outline"}>
                <SiteLink href={step.to}>{step.button}</SiteLink>
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
