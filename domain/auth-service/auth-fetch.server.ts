import { beginServiceCall } from "@domain/resilience/service-calls.server";

/**
 * The timeout of the auth service, in milliseconds. When many users sign in at once, hashing their
 * passwords takes it seconds.
 */
const timeoutMilliseconds = 15_000;

/**
 * `fetch` for the clients of the auth service, with a timeout: a service that accepts connections
 * but never responds would keep every page that calls it for minutes. To the client that is an
 * unavailable service.
 */
export const authFetch: typeof fetch = async (input, init) => {
  const end = beginServiceCall("auth");
  const signals = [
    AbortSignal.timeout(timeoutMilliseconds),
    ...(init?.signal ? [init.signal] : []),
  ];
  try {
    // A redirect would send the keys to another host.
    const signal = AbortSignal.any(signals);
    const response = await fetch(input, { ...init, signal, redirect: "error" });
    end(response.status < 500 ? "answered" : "failed");
    return response;
  } catch (error) {
    end("failed");
    throw error;
  }
};
