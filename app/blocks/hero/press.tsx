import { useId } from "react";
import { OperationDrawing } from "~/ui/operations/operation-drawing";
import { CropMarks, InkBar } from "~/ui/print-ornaments";
import { ShortCode } from "~/ui/short-code";
import type { Block } from "../block";
import { CallPanel } from "../sample-call/call-panel";
import { PlanOfCall } from "../sample-call/plan-of-call";

type Operation = Block<"homeHero">["operations"][number];
type Call = NonNullable<Operation["call"]>;

/**
 * The product at work: a choice of operations, and for each the call, its pages before and after,
 * and the response. Radio buttons and a style sheet (press.css) do the choosing, so that it works
 * without scripts; the drawings move into place when they are chosen.
 */
export function Press({ operations }: { operations: readonly Operation[] }) {
  const id = useId();
  if (operations.length === 0) return null;
  return (
    <div className="relative sm:p-7">
      <CropMarks className="max-sm:hidden" />
      <div className="press overflow-hidden rounded-lg border border-line-strong bg-surface-2">
        <InkBar />
        <fieldset className="flex border-b border-line px-1 sm:px-2">
          <legend className="sr-only">Operation</legend>
          {operations.map(({ _key, label }, index) => (
            <label
              key={_key}
              className="relative min-w-0 grow px-1 py-3.5 text-center text-xs font-medium text-faint transition-colors has-checked:text-foreground hover:text-foreground sm:text-sm"
            >
              <input
                type="radio"
                name={id}
                value={_key}
                defaultChecked={index === 0}
                autoComplete="off"
                className="peer absolute inset-0 size-full cursor-pointer appearance-none -outline-offset-4"
              />
              {label}
              <span className="absolute inset-x-1.5 -bottom-px h-0.5 bg-action opacity-0 peer-checked:opacity-100" />
            </label>
          ))}
        </fieldset>
        <div className="grid">
          {operations.map(({ _key, call }) => call && <Panel key={_key} call={call} />)}
        </div>
      </div>
    </div>
  );
}

function Panel({ call }: { call: Call }) {
  return (
    <div className="press-panel col-start-1 row-start-1 grid min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto_auto]">
      <CallPanel title={call.title} endpoint={call.endpoint} code={call.code ?? ""} />
      {call.drawing && (
        <div className="h-40 border-t border-dashed border-line-strong bg-surface p-5 sm:h-48">
          <OperationDrawing name={call.drawing} className="mx-auto h-full max-w-full" />
        </div>
      )}
      <Result call={call} />
    </div>
  );
}

/** What comes back: status, time, credits and the response itself. */
function Result({ call: { status, milliseconds, result, ...call } }: { call: Call }) {
  return (
    <div className="border-t border-line px-4 py-4 font-mono text-[0.8125rem] sm:px-5">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-faint">
        {status !== null && <span className="font-medium text-good">{status}</span>}
        {milliseconds !== null && <span>{milliseconds} ms</span>}
        {result && result.credits !== null && (
          <span>
            {result.credits} {result.credits === 1 ? "credit" : "credits"}
          </span>
        )}
      </p>
      {result && (
        <ShortCode
          code={result.text}
          label={`Response of ${call.title}`}
          wraps
          className="mt-1.5"
        />
      )}
      <div className="font-sans not-empty:mt-2">
        <PlanOfCall call={call} />
      </div>
    </div>
  );
}
