import { createServer } from "node:http";
import { afterEach, expect, test, vi } from "vitest";
import { createReadiness } from "./health";
import { listenDuringTest } from "../../testing/listen";

afterEach(() => void vi.useRealTimers());

async function serve(checkServices: () => Promise<void>) {
  const sendReadiness = createReadiness(checkServices);
  const server = createServer((_request, response) => void sendReadiness(response));
  const port = await listenDuringTest(server);
  return async () => (await fetch(`http://127.0.0.1:${port}`)).status;
}

test("the services are checked once a second, however many requests arrive, and whatever the clock is set to", async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout"] });
  let checks = 0;
  let finish = () => {};
  const ask = await serve(() => {
    checks += 1;
    return new Promise((resolve) => (finish = resolve));
  });
  const asking = Array.from({ length: 50 }, ask);
  await expect.poll(() => checks).toBe(1);
  finish();
  expect(new Set(await Promise.all(asking))).toEqual(new Set([200]));
  await ask();
  expect(checks).toBe(1);
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(1_001);
  const later = ask();
  await expect.poll(() => checks).toBe(2);
  finish();
  expect(await later).toBe(200);
});

test("an unavailable or unresponsive service gives 503", async () => {
  const away = await serve(() => Promise.reject(new Error("away")));
  expect(await away()).toBe(503);
  const silent = await serve(() => new Promise(() => {}));
  expect(await silent()).toBe(503);
});
