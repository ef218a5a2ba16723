import { authFetch } from "@domain/auth-service/auth-fetch.server";

interface Refresh {
  response: Promise<{ body: string; status: number; headers: [string, string][] }>;
}

const refreshes = new Map<string, Refresh>();

/** How long a finished refresh serves later requests that still carry the old token. */
const keepMilliseconds = 5_000;

/**
 * `fetch` for the auth client, in which simultaneous refreshes of one refresh token become one
 * request. A page and its data requests arrive together when a token has just expired; a refresh by
 * each looks like token theft to the service, which then ends the session.
 */
export const dedupeTokenRefresh: typeof fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  const body = init?.body;
  if (!url.includes("grant_type=refresh_token") || typeof body !== "string") {
    return authFetch(input, init);
  }
  let refresh = refreshes.get(body);
  if (!refresh) {
    refresh = { response: readWhole(authFetch(input, init)) };
    refreshes.set(body, refresh);
    const forget = () => void refreshes.delete(body);
    refresh.response.then(() => setTimeout(forget, keepMilliseconds).unref(), forget);
  }
  const { body: text, status, headers } = await refresh.response;
  return new Response(text, { status, headers });
};

async function readWhole(result: Promise<Response>) {
  const response = await result;
  const headers = [...response.headers].filter(([name]) => name !== "content-encoding");
  return { body: await response.text(), status: response.status, headers };
}
