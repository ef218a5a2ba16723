import { beginServiceCall } from "~/resilience/service-calls.server";

/**
 * How long the auth service may take to answer, in milliseconds. Where many sign in at once, hashing their passwords
 * takes it seconds.
 */
const longest = 15_000;

/**
 * `fetch` for the clients of the auth service, which gives up in the end: a service that takes connections and answers
 * none would keep every page that asks it for minutes. To the client that is a service that is away.
 */
export const authFetch: typeof fetch = async (input, init) => {
  const end = beginServiceCall("auth");
  const signals = [AbortSignal.timeout(longest), ...(init?.signal ? [init.signal] : [])];
  try {
    // A redirect would take the keys along to another host.
    const signal = AbortSignal.any(signals);
    const response = await fetch(input, { ...init, signal, redirect: "error" });
    end(response.status < 500 ? "answered" : "failed");
    return response;
  } catch (error) {
    end("failed");
    throw error;
  }
};
