import { Form, Link } from "@remix-run/react";
import type { ChangeResult } from "~/account/administration/change-response.server";
import { useTypedBefore } from "~/account/session/signed-in-again";
import { useNavigationInFlight } from "~/connection/use-lost-connection";
import type { readPlanOverview } from "@domain/administration/plan-overview.server";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Input } from "~/ui/input";
import { TimeAgo } from "~/ui/time-ago";

interface PlanRequestProps {
  request: Awaited<ReturnType<typeof readPlanOverview>>["requests"][number];
  result: ChangeResult | null;
}

/** A user waits for another plan: approve or refuse. */
export function PlanRequest({ request, result }: PlanRequestProps) {
  const before = useTypedBefore();
  const busy = useNavigationInFlight().formData?.get("requestId") === request.id;
  const { requestId, reason } = result?.typed ?? before;
  return (
    <Form
      method="post"
      preventScrollReset
      aria-label={`Request of ${request.email}`}
      className="grid gap-4 rounded-lg border border-line bg-surface p-5"
    >
      <input type="hidden" name="requestId" value={request.id} />
      <p className="min-w-0">
        <Link
          to={`/admin/users/${request.userId}`}
          className="font-medium wrap-anywhere underline decoration-line-strong underline-offset-4 hover:decoration-action"
        >
          {request.fullName ?? request.email}
        </Link>
        <span className="block text-sm text-muted">
          {request.currentPlan} → {request.plan}, <TimeAgo at={request.createdAt} />
        </span>
      </p>
      <Field label="Reason" optional hint="The user will see it.">
        {(control) => (
          <Input
            {...control}
            name="reason"
            maxLength={500}
            autoComplete="off"
            defaultValue={requestId === request.id ? reason : undefined}
          />
        )}
      </Field>
      <div className="flex gap-3">
        <Button type="submit" size="sm" name="intent" value="approve" busy={busy}>
          Approve
        </Button>
        <Button type="submit" size="sm" variant="outline" name="intent" value="refuse" busy={busy}>
          Refuse
        </Button>
      </div>
    </Form>
  );
}
