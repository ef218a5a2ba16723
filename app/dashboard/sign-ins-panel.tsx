import { formatDateTime } from "~/ui/format/format-date";
import { FormError } from "~/ui/field";
import { Panel } from "./dashboard-page";

/** One entry of the sign-in log. */
export interface SignInRow {
  happenedAt: Date;
  description: string;
  ipAddress: string | null;
}

/** The account's entries in the auth service's log, newest first. */
export function SignInsPanel({ signIns }: { signIns: readonly SignInRow[] | null }) {
  return (
    <Panel title="Recent sign-ins" flush>
      {signIns === null ? (
        <div className="p-5">
          <FormError>Your sign-ins cannot be read right now. Try again in a moment.</FormError>
        </div>
      ) : signIns.length === 0 ? (
        <p className="p-5 text-[0.9375rem] text-muted">Nothing is recorded for the last 90 days.</p>
      ) : (
        <>
          <ol aria-label="Recent sign-ins" className="divide-y divide-line">
            {signIns.map(({ happenedAt, description, ipAddress }, index) => (
              <li
                key={index}
                className="grid gap-x-6 gap-y-0.5 px-5 py-2.5 text-[0.9375rem] sm:grid-cols-[1fr_9rem_13rem]"
              >
                <span>{description}</span>
                <span className="font-mono text-[0.8125rem] leading-6 wrap-anywhere text-faint">
                  {ipAddress}
                </span>
                <time
                  dateTime={happenedAt.toISOString()}
                  className="text-sm leading-6 text-faint sm:text-right"
                >
                  {formatDateTime(happenedAt)}
                </time>
              </li>
            ))}
          </ol>
          <p className="border-t border-line px-5 py-3.5 text-sm text-faint">
            The last 90 days, {signIns.length === 1 ? "one entry" : `${signIns.length} entries`}.
            Something you don’t recognize? Change your password, which ends every other session.
          </p>
        </>
      )}
    </Panel>
  );
}
