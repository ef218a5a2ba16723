import { Link } from "@remix-run/react";
import { textLink } from "~/account/forms/account-card";
import { CodeBlock } from "~/ui/code-block";
import { SiteLink } from "~/ui/site-link";
import type { FirstCall } from "./first-call.server";

interface NoCallsProps {
  /** Whether the account has a key that works. */
  hasKey: boolean;
  /** A call to begin with; null while there is no example. */
  call: FirstCall | null;
}

/** In place of the chart of an account without calls: what to do next. */
export function NoCalls({ hasKey, call }: NoCallsProps) {
  if (hasKey && call) {
    return (
      <>
        <p className="text-[0.9375rem] text-muted">
          No calls in the last 30 days. Put the secret of your key into this one and run it:{" "}
          <SiteLink href={call.href} className={textLink}>
            {call.title}
          </SiteLink>
        </p>
        <CodeBlock code={call.code} className="mt-3" />
      </>
    );
  }
  const next = hasKey
    ? { to: "/docs", text: "Choose a call in the docs" }
    : { to: "/dashboard/keys", text: "Create an API key" };
  return (
    <p className="py-8 text-center text-[0.9375rem] text-muted">
      No calls in the last 30 days.{" "}
      <Link to={next.to} className={textLink}>
        {next.text}
      </Link>
    </p>
  );
}
