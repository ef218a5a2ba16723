import type { ActionFunctionArgs } from "@remix-run/node";
import { LRUCache } from "lru-cache";
import { invalidateContentInAllProcesses } from "~/content/reading/content-events.server";
import { signedDelivery } from "~/content/reading/webhook-signature";
import { environment } from "@domain/environment.server";
import { readText } from "~/http/request-body.server";

/**
 * The deliveries that were accepted, by their signed content: replays are ignored. The idempotency
 * key cannot be used for that, because the signature does not cover it.
 */
const acceptedDeliveries = new LRUCache<string, true>({ max: 1_000 });

/** Only a POST changes anything. */
export function loader() {
  return new Response("Send a POST.\n", { status: 405, headers: { Allow: "POST" } });
}

/**
 * A second channel, in addition to the live connection, by which a hosted lake reports that its
 * content changed. The changed content is not trusted but read again.
 */
export async function action({ request }: ActionFunctionArgs) {
  const secret = environment.SANITY_WEBHOOK_SECRET;
  // Without a secret anyone could send it.
  if (!secret) return new Response("No webhook is set up here.\n", { status: 404 });
  if (request.method !== "POST") return loader();
  const body = await readText(request);
  const signature = request.headers.get("sanity-webhook-signature");
  const delivery = signedDelivery({ signature, body, secret });
  if (delivery === null) return new Response("The signature does not match.\n", { status: 401 });
  if (!acceptedDeliveries.has(delivery)) invalidateContentInAllProcesses();
  acceptedDeliveries.set(delivery, true);
  return new Response(null, { status: 204 });
}
