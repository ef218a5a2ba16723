import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { SiteDoor } from "../app/account/session/site-door.server";

/** What is longer is refused by the length that it says, and is not read. */
const largestMessage = 16_384;

/**
 * Lets the app answer a message of the API's gateway. Pages go another way, with streams in both directions: whole
 * messages, which these are, take a fraction of that work.
 */
export async function answerGateway(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  door: SiteDoor,
): Promise<void> {
  const { headers } = request;
  const posts = request.method === "POST";
  const length = Number(headers["content-length"] ?? 0);
  const isRead = posts && length <= largestMessage;
  const answer = await door.answerGateway(
    new Request(url, {
      method: posts ? "POST" : "GET",
      headers: {
        Authorization: headers.authorization ?? "",
        "Content-Type": headers["content-type"] ?? "",
        "Content-Length": String(length),
      },
      ...(isRead && { body: await text(request) }),
    }),
  );
  const body = Buffer.from(await answer.arrayBuffer());
  response
    .writeHead(answer.status, {
      ...Object.fromEntries(answer.headers),
      "Content-Length": body.length,
      ...(!isRead && { Connection: "close" }),
    })
    .end(body);
}
