import type { ServerResponse } from "node:http";
import type { SiteDoor } from "../app/account/session/site-door.server";

const patienceMilliseconds = 3_000;

/** Answers 200 as long as the process answers at all: one that does not should be started anew. */
export function answerHealth(response: ServerResponse): void {
  answer(response, true);
}

/** Answers 200 when the site and the services that it stands on do, else 503: then send visitors elsewhere. */
export async function answerReadiness(
  response: ServerResponse,
  door: () => Promise<SiteDoor>,
): Promise<void> {
  const ready = await Promise.race([
    door()
      .then(({ checkServices }) => checkServices())
      .then(
        () => true,
        () => false,
      ),
    new Promise<boolean>((late) => setTimeout(late, patienceMilliseconds, false).unref()),
  ]);
  answer(response, ready);
}

function answer(response: ServerResponse, good: boolean) {
  response
    .writeHead(good ? 200 : 503, {
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
      ...(!good && { "Retry-After": "5" }),
    })
    .end(JSON.stringify({ status: good ? "ok" : "unavailable" }));
}
