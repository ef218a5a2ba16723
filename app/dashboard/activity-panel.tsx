import { cx } from "class-variance-authority";
import type { ActivityEvent } from "@domain/plans/activity.server";
import { TimeAgo } from "~/ui/time-ago";
import { formatNumber } from "~/ui/format/format-number";
import { Panel } from "./dashboard-page";

/** The latest events. */
export function ActivityPanel({ events }: { events: readonly ActivityEvent[] }) {
  return (
    <Panel title="Recent activity" flush>
      {events.length === 0 ? (
        <p className="px-5 py-8 text-center text-[0.9375rem] text-paper-2">No activity yet.</p>
      ) : (
        <ul className="divide-y divide-line">
          {events.map(({ id, at, what, about, credits }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-4 px-5 py-2.5 text-sm">
              <span className="min-w-0 flex-1 max-sm:basis-full">
                {what}
                {about && <span className="ml-2 text-paper-3 wrap-anywhere">{about}</span>}
              </span>
              {credits !== null && (
                <span
                  className={cx("font-mono", credits < 0 ? "text-paper-2" : "text-good")}
                  aria-label={`${formatNumber(credits)} credits`}
                  role="img"
                >
                  {credits < 0 ? "−" : "+"}
                  {formatNumber(Math.abs(credits))}
                </span>
              )}
              <span className="shrink-0 text-[0.8125rem] text-paper-3">
                <TimeAgo at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
