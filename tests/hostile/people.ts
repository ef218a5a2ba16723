import { randomInt } from "node:crypto";
import { request, type IncomingMessage } from "node:http";

/** The accounts of the attacked site. */
export interface KnownPeople {
  port: number;
  people: { user: string; editor: string };
  password: string;
}

/** An unused loopback IP address: limits count each as its own network. */
export const newNetwork = () => `127.${randomInt(1, 200)}.${randomInt(256)}.${randomInt(1, 255)}`;

/** Signs one of the site's users in, from their own network. @returns their cookies */
export async function signIn(site: KnownPeople, who: "user" | "editor"): Promise<string> {
  const fields = new URLSearchParams({ email: site.people[who], password: site.password });
  const response = await new Promise<IncomingMessage>((answered, failed) => {
    request(
      {
        ...{ host: "127.0.0.1", port: site.port, path: "/login", method: "POST" },
        localAddress: newNetwork(),
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        agent: false,
      },
      answered,
    )
      .once("error", failed)
      .end(fields.toString());
  });
  response.resume();
  const cookies = (response.headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0]);
  if (response.statusCode !== 302) throw new Error(`Nobody signed in: ${response.statusCode}.`);
  return cookies.join("; ");
}
