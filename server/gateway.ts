import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { SiteDoor } from "../app/account/session/site-door.server";

/**
 * Lets the app answer a message of the API's gateway. Pages go another way, with streams in both directions: whole
 * messages, which these are, take a fraction of that work.
 */
export async function answerGateway(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  gateway: SiteDoor["gateway"],
): Promise<void> {
  const { headers } = request;
  const posts = request.method === "POST";
  const length = Number(headers["content-length"] ?? 0);
  // What is longer is refused by the length that it says.
  const isRead = posts && length <= gateway.largestBody;
  const answer = await gateway.answer(
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
