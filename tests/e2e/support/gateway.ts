import { expect } from "@playwright/test";
import { makeServiceKey } from "./admin-command";

interface Site {
  url: string;
  dataDirectory: string;
}

/** Sends requests to the site as the API gateway does. */
export function gatewayOf({ url, dataDirectory }: Site) {
  const secret = makeServiceKey({ dataDirectory });
  return async (operation: "verify" | "usage" | "reversal", message: object) => {
    const response = await fetch(`${url}/api/gateway/${operation}`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${secret}`,
        "Content-Type": "application/json",
        // Programs may call from any origin, and cookies are ignored.
        Origin: "https://elsewhere.example",
        Cookie: "session=base64-AAAA",
      },
      body: JSON.stringify(message),
    });
    expect(response.headers.get("Set-Cookie")).toBeNull();
    return { status: response.status, body: await response.json() };
  };
}
