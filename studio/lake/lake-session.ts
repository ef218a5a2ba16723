import { waitForSignIn, type SessionResponse } from "./wait-for-sign-in";

/**
 * The lake's URL, on the origin that served the Studio. Empty outside a browser, where nothing is
 * requested.
 */
export const lakeUrl = typeof window === "undefined" ? "" : `${window.location.origin}/lake`;

/** The `id` of a user that the lake returned, unless it returned none. */
export const idOf = (body: unknown): string | undefined =>
  typeof body === "object" && body !== null && "id" in body && typeof body.id === "string"
    ? body.id
    : undefined;

async function fetchCurrentUser(): Promise<SessionResponse> {
  const response = await fetch(`${lakeUrl}/v2025-02-19/users/me`);
  return { status: response.status, id: response.ok ? idOf(await response.json()) : undefined };
}

/**
 * Whether the lake still admits the Studio's user, and the requests that wait until it does. Pure,
 * so that the bundle of a hosted project's Studio, which does not use it, excludes it.
 */
export const lakeSession = /* @__PURE__ */ waitForSignIn(fetchCurrentUser);
