import { Form } from "@remix-run/react";
import { FailureNote } from "~/account/forms/failure-note";
import type { Failure } from "~/account/forms/form-failure";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { FormError } from "~/ui/field";
import { TimeAgo } from "~/ui/time-ago";
import { Icon } from "~/ui/icon";
import { Panel } from "./dashboard-page";

/** A device on which the user is signed in. */
export interface SessionRow {
  id: string;
  device: string;
  handheld: boolean;
  ipAddress: string | null;
  startedAt: Date;
  seenAt: Date;
  isCurrent: boolean;
}

interface SessionsPanelProps {
  /** Null when they cannot be read. */
  sessions: readonly SessionRow[] | null;
  /** Why the others were not ended. */
  failure?: Failure | null;
}

/** The devices on which the user is signed in, and buttons to end their sessions. */
export function SessionsPanel({ sessions, failure }: SessionsPanelProps) {
  const others = sessions?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <Panel
      title="Active sessions"
      aside={
        others && (
          <Form method="post">
            <input type="hidden" name="intent" value="end-other-sessions" />
            <Button type="submit" size="sm" variant="outline">
              End all other sessions
            </Button>
          </Form>
        )
      }
      flush
    >
      <div className="p-5 pb-0 empty:hidden">
        <FailureNote failure={failure} />
      </div>
      <SessionList sessions={sessions} />
      {sessions !== null && !others && (
        <p className="border-t border-line px-5 py-3.5 text-sm text-faint">No other sessions.</p>
      )}
    </Panel>
  );
}

/** The sessions of an account; null when they cannot be read. */
export function SessionList({ sessions }: Pick<SessionsPanelProps, "sessions">) {
  if (sessions === null) {
    return (
      <div className="p-5">
        <FormError>Your sessions cannot be read right now. Try again in a moment.</FormError>
      </div>
    );
  }
  return (
    <ul aria-label="Sessions" className="divide-y divide-line">
      {sessions.map((session) => (
        <Row key={session.id} session={session} />
      ))}
    </ul>
  );
}

function Row({ session }: { session: SessionRow }) {
  const { id, device, handheld, ipAddress, startedAt, seenAt, isCurrent } = session;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5">
      <Icon name={handheld ? "smartphone" : "monitor"} className="size-5 text-faint" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">{device}</span>
          {isCurrent && <Badge tone="action">This session</Badge>}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-4 text-sm text-faint">
          {ipAddress && <span className="font-mono text-[0.8125rem]">{ipAddress}</span>}
          <span>
            Signed in <TimeAgo at={startedAt} />
          </span>
          <span>
            Last seen <TimeAgo at={seenAt} />
          </span>
        </p>
      </div>
      {!isCurrent && (
        <Form method="post">
          <input type="hidden" name="intent" value="end-session" />
          <input type="hidden" name="id" value={id} />
          <Button type="submit" size="sm" variant="outline">
            End<span className="sr-only"> the session of {device}</span>
          </Button>
        </Form>
      )}
    </li>
  );
}
