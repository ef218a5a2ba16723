import { fetchWithin } from "@platen/kit";
import { beginServiceCall } from "@domain/resilience/service-call-metrics.server";

/**
 * What the auth service may take. When many users sign in at once, hashing their passwords takes
 * it seconds; its largest response is a page of a thousand accounts.
 */
const bounds = { milliseconds: 15_000, maxBytes: 20_000_000 };

/**
 * `fetch` for the clients of the auth service, with a timeout: a service that accepts connections
 * but never responds would keep every page that calls it for minutes. To the client that is an
 * unavailable service.
 */
export const authFetch: typeof fetch = async (input, init) => {
  const end = beginServiceCall("auth");
  try {
    // A redirect would send the keys to another host.
    const response = await fetchWithin(bounds, input, { ...init, redirect: "error" });
    end(response.status < 500 ? "responded" : "failed");
    return response;
  } catch (error) {
    end("failed");
    throw error;
  }
};
