import { Form, Link } from "@remix-run/react";
import { FailureNote } from "~/account/forms/failure-note";
import type { Failure } from "~/account/forms/form-failure";
import type { RecoveryState } from "~/account/two-factor/recovery-codes.server";
import type { SecondFactor } from "~/account/two-factor/second-factors.server";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { formatShortDate } from "~/ui/format/format-date";
import { FormError } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { Panel } from "./dashboard-page";

interface TwoFactorPanelProps {
  /** Null when they cannot be read. */
  factors: readonly SecondFactor[] | null;
  /** Whether security keys can be added. */
  keysOffered: boolean;
  recovery: RecoveryState;
  /** Why a second factor was not removed. */
  failure?: Failure | null;
}

/** The second factors of an account, and the codes for what is lost. */
export function TwoFactorPanel({ factors, keysOffered, recovery, failure }: TwoFactorPanelProps) {
  if (!factors) {
    return (
      <Panel title="Two-factor authentication">
        <FailureNote failure={failure} />
        <FormError>
          Your authenticators and security keys cannot be read right now. Try again in a moment.
        </FormError>
      </Panel>
    );
  }
  const on = factors.length > 0;
  return (
    <Panel
      title="Two-factor authentication"
      aside={<Badge tone={on ? "good" : "neutral"}>{on ? "On" : "Off"}</Badge>}
      flush
    >
      <div className="grid gap-4 p-5">
        <FailureNote failure={failure} />
        <p className="text-[0.9375rem] text-muted">
          {on
            ? "Signing in asks for the password and then for one of these."
            : `With an authenticator app on your phone${keysOffered ? " or a security key" : ""}, someone who learns your password still cannot sign in.`}
        </p>
        <AddLinks factors={factors} keysOffered={keysOffered} />
      </div>
      {on && (
        <>
          <ul aria-label="Authenticators and security keys">
            {factors.map((factor) => (
              <FactorRow key={factor.id} factor={factor} last={factors.length === 1} />
            ))}
          </ul>
          <RecoveryRow recovery={recovery} />
        </>
      )}
    </Panel>
  );
}

interface AddLinksProps {
  factors: readonly SecondFactor[];
  keysOffered: boolean;
}

function AddLinks({ factors, keysOffered }: AddLinksProps) {
  const variant = factors.length > 0 ? "outline" : "default";
  const has = (kind: SecondFactor["kind"]) => factors.some((factor) => factor.kind === kind);
  return (
    <div className="flex flex-wrap gap-3">
      <Button asChild size="sm" variant={variant}>
        <Link to="/dashboard/security/authenticator">
          {has("authenticator") ? "Add another authenticator" : "Add an authenticator"}
        </Link>
      </Button>
      {keysOffered && (
        <Button asChild size="sm" variant="outline">
          <Link to="/dashboard/security/key">
            {has("security-key") ? "Add another security key" : "Add a security key"}
          </Link>
        </Button>
      )}
    </div>
  );
}

/**
 * Asks for confirmation before it removes: the browser's own disclosure does that without scripts,
 * too.
 */
function FactorRow({ factor, last }: { factor: SecondFactor; last: boolean }) {
  const { id, kind, name, addedAt } = factor;
  const isKey = kind === "security-key";
  return (
    <li className="border-t border-line px-5 py-3.5">
      <details className="group">
        <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1">
          <Icon name={isKey ? "shield-check" : "smartphone"} className="size-5 text-faint" />
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          <span className="text-sm text-faint">
            {isKey ? "security key" : "authenticator"}, added {formatShortDate(addedAt)}
          </span>
          <span className="ml-auto text-sm text-action underline decoration-action/40 underline-offset-4">
            Remove<span className="sr-only"> {name}</span>
          </span>
        </summary>
        <Form method="post" className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-3">
          <input type="hidden" name="intent" value="remove-second-factor" />
          <input type="hidden" name="factorId" value={id} />
          <p className="min-w-0 flex-1 basis-64 text-sm text-muted">
            {last
              ? "It is the only one: without it your password alone signs you in, your recovery codes are gone, and your other sessions end. If you are moving to a new phone or key, add that first."
              : isKey
                ? "It no longer signs you in, and your other sessions end."
                : "Its codes stop working, and your other sessions end."}
          </p>
          <Button type="submit" size="sm" variant="destructive">
            Remove {name}
          </Button>
        </Form>
      </details>
    </li>
  );
}

function RecoveryRow({ recovery: { left, madeAt } }: { recovery: RecoveryState }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line px-5 py-3.5">
      <Icon name="key-round" className="size-5 text-faint" />
      <p className="min-w-0 flex-1 basis-56">
        <span className="font-medium">Recovery codes</span>{" "}
        <span className={left < 3 ? "text-sm text-highlight" : "text-sm text-faint"}>
          {madeAt
            ? `${left} of 10 left, made ${formatShortDate(madeAt)}`
            : "None. Without them, a lost phone or key locks you out."}
        </span>
      </p>
      <Button asChild size="sm" variant="outline">
        <Link to="/dashboard/security/recovery-codes">Create new codes</Link>
      </Button>
    </div>
  );
}
