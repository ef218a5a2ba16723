import type { ServerResponse } from "node:http";
import type { SiteDoor } from "../app/account/site-door.server";

const patienceMilliseconds = 3_000;

/** Answers 200 when the site and the services that it stands on do, else 503. */
export async function answerHealth(response: ServerResponse, door: () => Promise<SiteDoor>) {
  const healthy = await Promise.race([
    door()
      .then(({ checkServices }) => checkServices())
      .then(
        () => true,
        () => false,
      ),
    new Promise<boolean>((late) => setTimeout(late, patienceMilliseconds, false).unref()),
  ]);
  response
    .writeHead(healthy ? 200 : 503, {
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
    })
    .end(JSON.stringify({ status: healthy ? "ok" : "unavailable" }));
}
