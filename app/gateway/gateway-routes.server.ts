import { readPlans } from "~/account/plans/own-plan.server";
import {
  gatewayResponse,
  usageResponse,
  gatewayError,
  onlyPost,
  receive,
  unknownService,
} from "./gateway-messages.server";
import { gatewayPaths } from "@domain/gateway/gateway-paths";
import { recordUsage, reverseUsage } from "@domain/gateway/record-usage.server";
import { createVerifier, type Verdict } from "@domain/gateway/verify-key.server";
import {
  refusals,
  reversalMessage,
  usageMessage,
  verifyMessage,
} from "@domain/gateway/message-schemas";

const verifyKey = createVerifier(readPlans);

/**
 * The gateway's API, by path: docs/gateway.md. The server responds to these requests itself,
 * without the pages' router, sessions and cookies: a gateway sends as many requests as all our
 * customers together.
 */
const handlers = new Map<string, (request: Request) => Promise<Response>>([
  [
    gatewayPaths.verify,
    (request) =>
      receive(request, verifyMessage, async (secret, message) => {
        const verdict = await verifyKey(secret, message);
        return verdict.outcome === "unknown-service-key"
          ? unknownService()
          : gatewayResponse(200, verdictBody(verdict));
      }),
  ],
  [
    gatewayPaths.usage,
    (request) =>
      receive(request, usageMessage, async (secret, message) =>
        usageResponse(await recordUsage(secret, message, await readPlans())),
      ),
  ],
  [
    gatewayPaths.reversal,
    (request) =>
      receive(request, reversalMessage, async (secret, { entryId }) =>
        usageResponse(await reverseUsage(secret, entryId, await readPlans())),
      ),
  ],
]);

/**
 * Responds to a message of the gateway.
 *
 * @param request below the `gatewayPrefix`
 * @returns the response, also to bad messages; throws only our own errors.
 */
export async function handleGatewayMessage(request: Request): Promise<Response> {
  const work = handlers.get(new URL(request.url).pathname);
  if (!work) {
    return gatewayError(
      404,
      "not_found",
      "The gateway API has three endpoints: verify, usage, reversal.",
    );
  }
  return request.method === "POST" ? work(request) : onlyPost();
}

function verdictBody(verdict: Exclude<Verdict, { outcome: "unknown-service-key" }>) {
  const { key, planStatus } = verdict;
  const { plan } = planStatus ?? {};
  const refusal = verdict.outcome === "refused" ? verdict.refusal : null;
  return {
    valid: refusal === null,
    code: refusal ?? "valid",
    message: refusal === null ? "The key is valid for this call." : refusals[refusal],
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
    credits: planStatus && {
      remaining: planStatus.balance ?? 0,
      periodStart: planStatus.period.startsAt.toISOString(),
      periodEnd: planStatus.period.endsAt.toISOString(),
    },
  };
}
