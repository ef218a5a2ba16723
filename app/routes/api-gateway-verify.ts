import type { ActionFunctionArgs } from "@remix-run/node";
import { type Verdict, verifyKey } from "~/account/gateway.server";
import { answer, onlyPost, receive, unknownService } from "~/account/gateway-door.server";
import { refusals, verifyMessage } from "~/account/gateway-messages";

/** What a key is worth, for the gateway of the API: docs/gateway.md. */
export function action({ request }: ActionFunctionArgs) {
  return receive(request, verifyMessage, async (secret, message) => {
    const verdict = await verifyKey(secret, message);
    return verdict.outcome === "no-service" ? unknownService() : answer(200, wordsOf(verdict));
  });
}

export const loader = onlyPost;

function wordsOf(verdict: Exclude<Verdict, { outcome: "no-service" }>) {
  const { key, standing } = verdict;
  const { plan } = standing ?? {};
  const refusal = verdict.outcome === "refused" ? verdict.refusal : null;
  return {
    valid: refusal === null,
    code: refusal ?? "valid",
    message: refusal === null ? "This key may do that." : refusals[refusal],
    key: key && {
      id: key.id,
      name: key.name,
      scopes: key.scopes,
      expiresAt: key.expiresAt?.toISOString() ?? null,
    },
    account: key && { id: key.userId },
    plan: plan
      ? {
          id: plan.id,
          name: plan.name,
          maxFileMegabytes: plan.limits?.maxFileMegabytes ?? null,
          rateLimit: plan.limits?.rateLimit ?? null,
        }
      : null,
    credits: standing && {
      remaining: standing.balance ?? 0,
      periodStart: standing.period.startsAt.toISOString(),
      periodEnd: standing.period.endsAt.toISOString(),
    },
  };
}
