import { cx } from "class-variance-authority";
import type { ExaminedSubject, Finding } from "@domain/administration/health";
import { Icon } from "~/ui/icon";

const kinds = {
  ok: { icon: "circle-check", label: "In order", tone: "text-good" },
  warning: { icon: "triangle-alert", label: "Warning", tone: "text-highlight" },
  problem: { icon: "circle-alert", label: "Problem", tone: "text-bad" },
} as const;

/** How much needs attention, in a sentence. */
export function summaryOf(subjects: readonly ExaminedSubject[]): string {
  const all = subjects.flatMap(({ findings }) => findings);
  const count = (kind: Finding["kind"]) => all.filter((finding) => finding.kind === kind).length;
  const parts = [
    { number: count("problem"), noun: "problem" },
    { number: count("warning"), noun: "warning" },
  ].flatMap(({ number, noun }) =>
    number > 0 ? [`${number} ${noun}${number > 1 ? "s" : ""}`] : [],
  );
  return parts.length === 0 ? "Everything is in order." : `${parts.join(", ")}.`;
}

/** What was examined, with what to do about it. */
export function Findings({ subjects }: { subjects: readonly ExaminedSubject[] }) {
  return (
    <div className="mt-6 grid gap-8">
      {subjects.map(({ title, findings }) => (
        <section key={title} aria-label={title}>
          <h3 className="text-lg font-semibold">{title}</h3>
          <ul className="mt-3 divide-y divide-line rounded-lg border border-line">
            {findings.map(({ kind, text }) => (
              <li key={text} className="flex gap-3 px-4 py-3 text-sm">
                <Icon
                  name={kinds[kind].icon}
                  className={cx("mt-0.5 size-4 shrink-0", kinds[kind].tone)}
                />
                <p className="min-w-0 wrap-anywhere">
                  <span className="sr-only">{kinds[kind].label}: </span>
                  {text
                    .split("`")
                    .map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part))}
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
