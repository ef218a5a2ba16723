import { execFileSync } from "node:child_process";
import { expect } from "@playwright/test";

interface Site {
  url: string;
  dataDirectory: string;
}

/** Creates a service key as an operator does, in a shell. */
function makeServiceKey(dataDirectory: string): string {
  const output = execFileSync(
    "node",
    ["server/commands/admin.js", "service-key", "create", "gateway"],
    {
      env: { ...process.env, DATA_DIR: dataDirectory },
      encoding: "utf8",
    },
  );
  const secret = /^svc_\S+$/m.exec(output)?.[0];
  if (!secret) throw new Error(`No key in: ${output}`);
  return secret;
}

/** Sends requests to the site as the API gateway does. */
export function gatewayOf({ url, dataDirectory }: Site) {
  const secret = makeServiceKey(dataDirectory);
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
