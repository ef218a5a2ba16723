import type { ServerResponse } from "node:http";
import { returnPath } from "~/account/sign-in/return-to";
import type { Exchange } from "./lake-admission";

/** Sends a visitor of the Studio to the form in which they sign in, and back afterward. */
export function redirectToLogin({ url, response }: Exchange): void {
  const origin = url.searchParams.get("origin") ?? "";
  const studio = URL.canParse(origin) ? new URL(origin).pathname : "/studio";
  const location = `/login?redirectTo=${encodeURIComponent(returnPath(studio))}`;
  response.writeHead(302, { Location: location }).end();
}

/** Adds the cookies of a session that was read or ended. */
export function setHeaders(response: ServerResponse, headers: Headers): void {
  for (const [name, value] of headers) response.appendHeader(name, value);
}

/** A response of the site's own at a path of the lake; it must not be stored. */
export function sendJson(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "private, no-store",
    })
    .end(JSON.stringify(body));
}
