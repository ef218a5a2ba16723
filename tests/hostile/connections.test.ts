import { beforeAll, expect, inject, test } from "vitest";
import { breakOff, statusOf } from "./break-off";
import { credentialsOf, type Credentials } from "./credentials";
import { exchange, inTurns } from "./exchange";
import { listeners } from "./listeners";
import { newNetwork } from "./people";

const site = inject("hostileSite");
let credentials: Credentials;

beforeAll(async () => {
  credentials = await credentialsOf(site);
});

/** The other files may have used up a limit of this network or account: for two minutes at most. */
const unlimited = { timeout: 130_000, interval: 1_000 };

test.each(listeners)(
  "connections that break off anywhere in $name leave it as it was",
  async (listener) => {
    // Without an honest response, all of them could have been refused before they reached it.
    await expect.poll(() => statusOf(site, listener, credentials), unlimited).toBe(listener.status);
    expect(await breakOff(site, listener, { credentials, times: 60 })).toEqual([]);
    await expect.poll(() => statusOf(site, listener, credentials), unlimited).toBe(listener.status);
  },
);

test("connections that pipeline thousands of requests end no process, and delay no honest visitor", async () => {
  const flood = Buffer.from("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(2_400));
  for (const end of ["wait", "reset", "unread"] as const) {
    const from = newNetwork();
    await inTurns(Array.from({ length: 100 }), 100, () =>
      exchange({ port: site.port, from, parts: [flood], end, timeout: 300 }),
    );
  }
});
