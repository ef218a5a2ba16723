import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { maxBodyBytes } from "~/http/request-body.server";
import { createLimiter } from "./limits/limiter";
import { refuse } from "./http/error-responses";
import { readBody } from "./http/request-body";

/**
 * Requests without a valid service key, per network: each costs a database query, or parsing its
 * fields.
 */
const wrongKeys = { points: 60, duration: 60 };

/** Statuses that follow only a valid key. */
const validKeyStatuses = new Set([200, 402, 403, 409]);

/** How long a valid key is accepted although its network has sent invalid ones. */
const validKeyMilliseconds = 60_000;

const gatewayResponses = new WeakSet<ServerResponse>();

/**
 * Whether the app made this response. Programs may receive errors about unknown API keys all day,
 * which are not a flood: those without a valid service key have their own limit.
 */
export const isFromGateway = (response: ServerResponse): boolean => gatewayResponses.has(response);

export type GatewayHandler = ReturnType<typeof createGatewayApi>;

/**
 * Lets the app respond to requests of the API gateway. Pages take another path, with streams in
 * both directions: whole messages, which these are, take a fraction of that work.
 *
 * @param gateway the app's response to one request
 */
export function createGatewayApi(gateway: (request: Request) => Promise<Response>) {
  const wrongKeyLimiter = createLimiter("gateway-wrong-keys", wrongKeys);
  // By its hash. A key that was revoked on one machine must not shut out the others behind the same
  // IP address.
  const validKeys = new LRUCache<string, true>({ max: 1_000, ttl: validKeyMilliseconds });

  return async function handleGateway(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    clientIp: string,
  ): Promise<void> {
    const { authorization = "", "content-type": type = "" } = request.headers;
    const key = createHash("sha256").update(authorization).digest("base64");
    // Before the body is read: bodies whose ends arrive together would all pass.
    const isCounted = !validKeys.has(key);
    if (isCounted && (await wrongKeyLimiter.take(clientIp)) !== null) {
      const sentence = "Too many service keys that are not valid. Wait a minute.";
      return refuse(request, response, 429, sentence, { "Retry-After": "60" });
    }
    const posts = request.method === "POST";
    const body = posts ? await readBody(request, maxBodyBytes(url.pathname, type)) : null;
    if (body && "status" in body) return refuse(request, response, body.status, body.sentence);
    const result = await gateway(
      new Request(url, {
        method: posts ? "POST" : "GET",
        headers: { Authorization: authorization, "Content-Type": type },
        ...(body && { body: new Uint8Array(body) }),
      }),
    );
    if (validKeyStatuses.has(result.status)) {
      validKeys.set(key, true);
      if (isCounted) await wrongKeyLimiter.giveBack(clientIp);
    } else if (result.status === 401 && validKeys.delete(key)) await wrongKeyLimiter.take(clientIp);
    gatewayResponses.add(response);
    const content = Buffer.from(await result.arrayBuffer());
    response
      .writeHead(result.status, {
        ...Object.fromEntries(result.headers),
        "Content-Length": content.length,
        ...(!request.complete && { Connection: "close" }),
      })
      .end(content);
  };
}
