import { once } from "node:events";
import { Agent, request as openRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { startRunningSite } from "./support/running-site";

test("a shutdown waits for requests in flight, and accepts no new ones", async () => {
  const site = await startRunningSite();
  const fields = "email=ada%40mail.example&password=not+the+password";
  const form = openRequest(`${site.url}/login`, {
    agent: new Agent({ keepAlive: true }),
    method: "POST",
    headers: {
      Origin: site.url,
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": fields.length,
    },
  });
  const answered = once(form, "response");
  // With half of a form sent, its request is in flight until the rest arrives.
  form.write(fields.slice(0, 20));
  // Connections are accepted in order: the form's has been accepted by now, too.
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);

  const stopped = site.stop();
  await expect(fetch(`${site.url}/healthz`)).rejects.toThrow();
  form.end(fields.slice(20));
  const [response]: IncomingMessage[] = await answered;
  expect(response?.statusCode).toBe(400);
  let page = "";
  for await (const chunk of response ?? []) page += String(chunk);
  // What a page ends with, as a boolean: the page itself would fill the report.
  expect(page.includes("streamController.close()")).toBe(true);
  // The browser would keep its connection for the next page: it is closed long before streams are
  // cut off.
  const tooLate = wait(4_000, "kept", { ref: false });
  expect(await Promise.race([tooLate, stopped])).toBeUndefined();
});

test("a shutdown does not wait for a connection that a browser opened ahead of a request", async () => {
  const site = await startRunningSite();
  const ahead = connect(Number(new URL(site.url).port), new URL(site.url).hostname);
  await once(ahead, "connect");
  // Connections are accepted in order: by now, that one has been.
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);

  const ended = once(ahead, "close");
  const tooLate = wait(4_000, "kept", { ref: false });
  expect(await Promise.race([tooLate, site.stop()])).toBeUndefined();
  await ended;
});

test("a shutdown does not wait for an event stream", async () => {
  const site = await startRunningSite();
  const stream = await fetch(`${site.url}/lake/v2025-02-19/data/live/events/production`, {
    headers: { Accept: "text/event-stream" },
  });
  expect(stream.status).toBe(200);
  const reader = stream.body?.getReader();
  await reader?.read();
  const tooLate = wait(4_000, "kept", { ref: false });
  expect(await Promise.race([tooLate, site.stop()])).toBeUndefined();
  await reader?.read().catch(() => {});
});
