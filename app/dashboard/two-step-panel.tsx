import { Form, Link } from "@remix-run/react";
import type { Authenticator } from "~/account/two-factor/authenticators.server";
import { useFailureToast, type Failure } from "~/account/forms/form-failure";
import type { RecoveryState } from "~/account/two-factor/recovery-codes.server";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { formatShortDate } from "~/ui/format-date";
import { FormError } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { Panel } from "./dashboard-page";

interface TwoStepPanelProps {
  /** Null when they cannot be read. */
  authenticators: readonly Authenticator[] | null;
  recovery: RecoveryState;
  /** Why an authenticator was not removed. */
  failure?: Failure | null;
}

/** The second step of signing in: authenticators, and the codes for lost ones. */
export function TwoStepPanel({ authenticators, recovery, failure }: TwoStepPanelProps) {
  useFailureToast(failure);
  if (!authenticators) {
    return (
      <Panel title="Two-step sign-in">
        {failure && <FormError>{failure.description}</FormError>}
        <FormError>Your authenticators cannot be read right now. Try again in a moment.</FormError>
      </Panel>
    );
  }
  const on = authenticators.length > 0;
  return (
    <Panel
      title="Two-step sign-in"
      aside={<Badge tone={on ? "good" : "neutral"}>{on ? "On" : "Off"}</Badge>}
      flush
    >
      <div className="grid gap-4 p-5">
        {failure && <FormError>{failure.description}</FormError>}
        <p className="text-[0.9375rem] text-paper-2">
          {on
            ? "Signing in asks for the password and then for a code of one of these authenticators."
            : "With an authenticator app on your phone, somebody who learns your password still cannot sign in."}
        </p>
        <Button
          asChild
          size="sm"
          variant={on ? "outline" : "default"}
          className="justify-self-start"
        >
          <Link to="/dashboard/security/authenticator">
            {on ? "Add another authenticator" : "Add an authenticator"}
          </Link>
        </Button>
      </div>
      {on && (
        <>
          <ul aria-label="Authenticators">
            {authenticators.map((authenticator) => (
              <AuthenticatorRow
                key={authenticator.id}
                authenticator={authenticator}
                last={authenticators.length === 1}
              />
            ))}
          </ul>
          <RecoveryRow recovery={recovery} />
        </>
      )}
    </Panel>
  );
}

/**
 * Asks for confirmation before it removes: the browser's own disclosure does that without scripts,
 * too.
 */
function AuthenticatorRow({
  authenticator,
  last,
}: {
  authenticator: Authenticator;
  last: boolean;
}) {
  const { id, name, addedAt } = authenticator;
  return (
    <li className="border-t border-line px-5 py-3.5">
      <details className="group">
        <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1">
          <Icon name="smartphone" className="size-5 text-paper-3" />
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          <span className="text-sm text-paper-3">added {formatShortDate(addedAt)}</span>
          <span className="ml-auto text-sm text-cyan underline decoration-cyan/40 underline-offset-4">
            Remove<span className="sr-only"> {name}</span>
          </span>
        </summary>
        <Form method="post" className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-3">
          <input type="hidden" name="intent" value="remove-authenticator" />
          <input type="hidden" name="factorId" value={id} />
          <p className="min-w-0 flex-1 basis-64 text-sm text-paper-2">
            {last
              ? "It is the only one: without it your password alone signs you in, and your recovery codes are gone."
              : "Its codes are worth nothing from then on."}
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
      <Icon name="key-round" className="size-5 text-paper-3" />
      <p className="min-w-0 flex-1 basis-56">
        <span className="font-medium">Recovery codes</span>{" "}
        <span className={left < 3 ? "text-sm text-yellow" : "text-sm text-paper-3"}>
          {madeAt
            ? `${left} of 10 left, made ${formatShortDate(madeAt)}`
            : "None. Without them, a lost phone locks you out."}
        </span>
      </p>
      <Button asChild size="sm" variant="outline">
        <Link to="/dashboard/security/recovery-codes">Make new codes</Link>
      </Button>
    </div>
  );
}
