import type { UsedDay } from "@domain/plans/usage.server";
import { formatShortDate } from "~/ui/format/format-date";
import { formatNumber } from "~/ui/format/format-number";

const width = 720;
const height = 160;
const gap = 4;

/**
 * Credits by day as bars, and the same as a table for those who cannot see bars or want the
 * numbers.
 */
export function UsageChart({ days }: { days: readonly UsedDay[] }) {
  const most = Math.max(...days.map(({ credits }) => credits));
  const top = niceTop(most);
  const step = width / days.length;
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure>
      <p aria-hidden className="font-mono text-[0.8125rem] leading-none text-faint">
        {formatNumber(top)}
      </p>
      <svg
        aria-hidden
        viewBox={`0 -6 ${width} ${height + 7}`}
        preserveAspectRatio="none"
        className="h-44 w-full"
      >
        {[0.5, 1].map((part) => (
          <line
            key={part}
            x1="0"
            x2={width}
            y1={height * (1 - part)}
            y2={height * (1 - part)}
            strokeDasharray="2 6"
            vectorEffect="non-scaling-stroke"
            className="stroke-line"
          />
        ))}
        <line
          x1="0"
          x2={width}
          y1={height}
          y2={height}
          vectorEffect="non-scaling-stroke"
          className="stroke-line-strong"
        />
        {days.map(({ day, credits, calls }, index) => (
          <g key={day} className="group/day">
            <rect x={index * step} width={step} height={height} className="fill-transparent">
              <title>{`${formatShortDate(day)}: ${inWords(credits, calls)}`}</title>
            </rect>
            <rect
              x={index * step + gap / 2}
              y={height - (credits / top) * height}
              width={step - gap}
              height={(credits / top) * height}
              className="pointer-events-none fill-action/80 group-hover/day:fill-action"
            />
          </g>
        ))}
      </svg>
      <figcaption className="mt-2 flex justify-between gap-4 font-mono text-[0.8125rem] text-faint">
        <span className="whitespace-nowrap">{formatShortDate(first?.day)}</span>
        <span className="whitespace-nowrap">{formatShortDate(last?.day)}</span>
      </figcaption>
      <details className="mt-3">
        <summary className="inline-block rounded-md py-1 text-sm text-muted underline decoration-line-strong underline-offset-4 hover:text-foreground">
          View as table
        </summary>
        <table className="mt-2 w-full text-left text-sm">
          <caption className="sr-only">Credits used by day</caption>
          <thead className="text-faint">
            <tr>
              <th scope="col" className="py-1.5 font-medium">
                Day (UTC)
              </th>
              <th scope="col" className="py-1.5 text-right font-medium">
                Calls
              </th>
              <th scope="col" className="py-1.5 text-right font-medium">
                Credits
              </th>
            </tr>
          </thead>
          <tbody className="[font-variant-numeric:tabular-nums]">
            {days.toReversed().map(({ day, credits, calls }) => (
              <tr key={day} className="border-t border-line">
                <th scope="row" className="py-1.5 font-normal">
                  {formatShortDate(day)}
                </th>
                <td className="py-1.5 text-right">{formatNumber(calls)}</td>
                <td className="py-1.5 text-right">{formatNumber(credits)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

function inWords(credits: number, calls: number): string {
  const of = (count: number, word: string) =>
    `${formatNumber(count)} ${word}${count === 1 ? "" : "s"}`;
  return `${of(credits, "credit")}, ${of(calls, "call")}`;
}

/**
 * The next of 1, 2, 5, 10, 20, 50 … above the highest bar, so that the line above it has a round
 * label.
 */
function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((top) => top >= most) ?? 10 * power;
}
