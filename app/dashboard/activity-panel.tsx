import { Link } from "@remix-run/react";
import { textLink } from "~/account/forms/account-card";
import type { ActivityLine } from "./activity-lines.server";
import { ActivityList } from "./activity-list";
import { Panel } from "./dashboard-page";

/** The latest events, and the link to the others. */
export function ActivityPanel({ events }: { events: readonly ActivityLine[] }) {
  return (
    <Panel
      title="Recent activity"
      flush
      aside={
        <Link to="/dashboard/activity" prefetch="intent" className={`text-sm ${textLink}`}>
          View all activity
        </Link>
      }
    >
      {events.length === 0 ? (
        <p className="px-5 py-8 text-center text-[0.9375rem] text-muted">No activity yet.</p>
      ) : (
        <ActivityList label="Recent activity" lines={events} />
      )}
    </Panel>
  );
}
