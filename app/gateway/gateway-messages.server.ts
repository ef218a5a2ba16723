import type { z } from "zod";
import { readText } from "~/http/request-body.server";
import { isStorageFull } from "@domain/resilience/service-unavailable.server";
import type { Usage } from "@domain/gateway/record-usage.server";
import { refusals, type KeyRefusal } from "@domain/gateway/message-schemas";

/** A response with an error code for programs and a sentence for people. */
export function gatewayError(
  status: number,
  code: string,
  message: string,
  more: { issues?: { path: string; message: string }[]; headers?: Record<string, string> } = {},
): Response {
  const { issues, headers } = more;
  return gatewayResponse(status, { error: { code, message, ...(issues && { issues }) } }, headers);
}

/** A JSON response that must not be cached. */
export const gatewayResponse = (
  status: number,
  body: object,
  headers: Record<string, string> = {},
) =>
  Response.json(body, {
    status,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      ...headers,
    },
  });

/** Refuses every method but POST. */
export const onlyPost = () =>
  gatewayError(405, "method_not_allowed", "Send a POST request.", { headers: { Allow: "POST" } });

/** Refuses a service key that is missing, wrong or revoked. */
export const unknownService = () =>
  gatewayError(401, "service_key", "Send a valid service key: Authorization: Bearer svc_…", {
    headers: { "WWW-Authenticate": 'Bearer realm="gateway"' },
  });

/** Refuses a key, with the status that belongs to the reason. */
function refusedKey(refusal: KeyRefusal): Response {
  const status = refusal === "unknown" ? 404 : refusal === "insufficient_credits" ? 402 : 403;
  return gatewayError(status, refusal, refusals[refusal]);
}

/**
 * Reports the outcome of a message about usage. An entry is reported as it was made, however often
 * the message is sent.
 */
export function usageResponse(usage: Usage): Response {
  switch (usage.outcome) {
    case "entered":
      return gatewayResponse(200, {
        entryId: usage.entry.id,
        credits: Math.abs(usage.entry.amount),
        remaining: usage.entry.balance,
        repeated: usage.repeated,
      });
    case "unknown-service-key":
      return unknownService();
    case "refused":
      return refusedKey(usage.refusal);
    case "insufficient":
      return refusedKey("insufficient_credits");
    case "plan-unknown":
      return refusedKey("plan_unknown");
    case "conflict":
      return gatewayError(
        409,
        "idempotency_conflict",
        "This idempotency key belongs to another operation of the account.",
      );
    case "not-found":
      return gatewayError(404, "unknown_entry", "There is no such debit.");
  }
}

/**
 * Handles one message of the gateway. Never looks at cookies: the caller authenticates with its
 * service key, which no browser sends by itself. Every error in the message is a 4xx with a reason.
 */
export async function receive<Message>(
  request: Request,
  shape: z.ZodType<Message>,
  work: (secret: string, message: Message) => Promise<Response>,
): Promise<Response> {
  const secret = /^bearer +(svc_[\w-]{1,100})$/i.exec(
    request.headers.get("Authorization") ?? "",
  )?.[1];
  if (!secret) return unknownService();
  const type = request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    return gatewayError(415, "media_type", "Send the message as application/json.");
  }
  let json: unknown;
  try {
    json = JSON.parse(await readText(request));
  } catch (error) {
    if (error instanceof Response && error.status === 413) {
      return gatewayError(413, "too_large", "A message may have at most 16,384 bytes.");
    }
    return gatewayError(400, "malformed", "The message is not JSON.");
  }
  const message = shape.safeParse(json);
  if (!message.success) {
    const issues = message.error.issues.map(({ path, message }) => ({
      path: path.join("."),
      message,
    }));
    return gatewayError(400, "malformed", "The message does not have the expected fields.", {
      issues,
    });
  }
  try {
    return await work(secret, message.data);
  } catch (error) {
    const refusal = error instanceof Error ? error.cause : error;
    if (!(refusal instanceof Response)) throw error;
    if (isStorageFull(refusal)) {
      return gatewayError(
        507,
        "insufficient_storage",
        "There is no space left to store that now.",
        {
          headers: { "Retry-After": "60" },
        },
      );
    }
    return gatewayError(
      503,
      "unavailable",
      "A service behind this one is unavailable. Try again soon.",
      {
        headers: { "Retry-After": "2" },
      },
    );
  }
}
