import { expect, test } from "vitest";
import { AuthError } from "../errors";
import { HashingQueue } from "./hashing-queue";

/**
 * A queue with one turn whose jobs end when the test says so, and that records the order in which
 * they started.
 */
function openQueue({ maxQueued = 100 } = {}) {
  let seconds = 0;
  const queue = new HashingQueue({ concurrency: 1, maxQueued }, () => new Date(seconds * 1000));
  const begun: string[] = [];
  const refused: string[] = [];
  const running: (() => void)[] = [];
  const settle = () => new Promise((done) => setImmediate(done));
  return {
    queue,
    begun,
    refused,
    wait: (by: number) => void (seconds += by),
    /** Requests a turn, and records it under `name`. */
    async ask(name: string, ipAddress: string, account = name, known = false): Promise<void> {
      queue
        .run({ ipAddress, account, known }, () => {
          begun.push(name);
          return new Promise<void>((end) => running.push(end));
        })
        .catch((error: unknown) => {
          if (error instanceof AuthError && error.status === 429) refused.push(name);
        });
      await settle();
    },
    /** Ends the job that runs. */
    async finish(): Promise<void> {
      running.shift()?.();
      await settle();
    },
    /** Ends jobs one after the other until none is left. */
    async drain(): Promise<string[]> {
      for (let end = running.shift(); end; end = running.shift()) {
        end();
        await settle();
      }
      return begun;
    },
  };
}

test("a client that floods the queue waits for all clients that came later", async () => {
  const { ask, drain } = openQueue();
  for (const name of ["flood1", "flood2", "flood3"]) await ask(name, "203.0.113.1");
  await ask("ada", "198.51.100.1");
  await ask("bob", "198.18.0.1");
  expect(await drain()).toEqual(["flood1", "ada", "bob", "flood2", "flood3"]);
});

test("a flood from every /64 of a network waits like one from a single address", async () => {
  const { ask, drain } = openQueue();
  for (let n = 0; n < 40; n++) await ask(`flood${n}`, `2001:db8:7:${n.toString(16)}::1`);
  await ask("ada", "2001:db8:8::1");
  expect((await drain()).indexOf("ada")).toBe(1);
});

test("addresses of one network take turns, and accounts of one address", async () => {
  const { ask, drain } = openQueue();
  await ask("flood1", "203.0.113.1", "one account");
  await ask("flood2", "203.0.113.1", "one account");
  await ask("flood3", "203.0.113.1", "one account");
  await ask("colleague", "203.0.113.1");
  await ask("neighbor", "203.0.113.2");
  expect(await drain()).toEqual(["flood1", "neighbor", "colleague", "flood2", "flood3"]);
});

test("of new visitors, those wait who try an account that many others try", async () => {
  const { ask, drain } = openQueue();
  for (let n = 0; n < 5; n++) await ask(`flood${n}`, `10.${n}.0.1`, "one account");
  await ask("ada", "198.51.100.1");
  expect((await drain()).slice(0, 2)).toEqual(["flood0", "ada"]);
});

test("usage is forgotten within minutes", async () => {
  const { ask, drain, wait, begun } = openQueue();
  for (let n = 0; n < 5; n++) await ask(`early${n}`, "203.0.113.1");
  await drain();
  wait(5 * 60);
  begun.length = 0;
  await ask("busy", "192.0.2.1");
  await ask("again", "203.0.113.1");
  await ask("new", "198.51.100.1");
  expect(await drain()).toEqual(["busy", "again", "new"]);
});

test("when the queue is full, the flood loses a place to a newcomer", async () => {
  const { ask, drain, refused, queue } = openQueue({ maxQueued: 3 });
  for (let n = 0; n < 4; n++) await ask(`flood${n}`, "203.0.113.1");
  expect(() => queue.requireRoom({ ipAddress: "203.0.113.1", account: "eve" })).toThrow(
    "Request rate limit reached",
  );
  queue.requireRoom({ ipAddress: "198.51.100.1", account: "ada" });
  await ask("flood4", "203.0.113.1");
  await ask("ada", "198.51.100.1");
  expect(refused).toEqual(["flood4", "flood3"]);
  expect(await drain()).toEqual(["flood0", "ada", "flood1", "flood2"]);
});

test("a known device waits for no stranger of its network", async () => {
  const { ask, drain, refused } = openQueue({ maxQueued: 3 });
  for (let n = 0; n < 4; n++) await ask(`flood${n}`, "203.0.113.1");
  await ask("ada", "203.0.113.1", "ada", true);
  expect(refused).toEqual(["flood3"]);
  expect(await drain()).toEqual(["flood0", "ada", "flood1", "flood2"]);
});

test("the known devices of a network's accounts share the turns of one", async () => {
  const { ask, drain, refused } = openQueue({ maxQueued: 3 });
  for (let n = 0; n < 4; n++) await ask(`own${n}`, `203.0.113.${n}`, `own${n}`, true);
  await ask("ada", "198.51.100.1", "ada", true);
  await ask("bob", "198.18.0.1");
  expect(refused).toEqual(["own3", "own2"]);
  expect(await drain()).toEqual(["own0", "bob", "ada", "own1"]);
});

test("a refusal says when to try again", async () => {
  const { queue, ask } = openQueue({ maxQueued: 0 });
  await ask("first", "203.0.113.1");
  const second = queue.run({ ipAddress: "203.0.113.2", account: "" }, async () => {});
  await expect(second).rejects.toMatchObject({
    status: 429,
    code: "over_request_rate_limit",
    details: { retryAfterSeconds: 5 },
  });
});

test("a job is dropped after fifteen seconds, when its client no longer waits", async () => {
  const { ask, drain, wait, refused } = openQueue();
  await ask("long", "203.0.113.1");
  await ask("late", "203.0.113.1");
  wait(16);
  await ask("new", "203.0.113.1");
  expect(await drain()).toEqual(["long", "new"]);
  expect(refused).toEqual(["late"]);
});

test("a failed job passes its turn on", async () => {
  const { queue } = openQueue();
  const requester = { ipAddress: "203.0.113.1", account: "ada" };
  const failing = queue.run(requester, () => Promise.reject(new Error("broken")));
  const next = queue.run(requester, async () => "done");
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("done");
});

test("someone who signed in before has a turn although newcomers of the same /24 keep coming", async () => {
  const { ask, wait, finish, begun } = openQueue();
  await ask("ada", "203.0.113.1", "ada");
  await finish();
  await ask("newcomer", "203.0.113.2");
  await ask("ada again", "203.0.113.1", "ada");
  for (let n = 0; n < 12; n++) {
    await ask(`newcomer ${n}`, `203.0.113.${n + 3}`);
    wait(0.5);
    await finish();
  }
  expect(begun).toContain("ada again");
});

test("who has just signed in has a turn although newcomers of ever new neighborhoods keep coming", async () => {
  const { ask, finish, wait, begun } = openQueue();
  await ask("ada before", "198.51.100.1", "ada");
  await finish();
  await ask("first", "203.0.113.1");
  await ask("ada", "198.51.100.1", "ada");
  for (let n = 0; n < 5 && !begun.includes("ada"); n += 1) {
    await ask(`newcomer ${n}`, `198.18.${n}.1`);
    wait(1);
    await finish();
  }
  expect(begun).toContain("ada");
});

test("an office that has signed in before waits for two turns of each new network, not for all that they request", async () => {
  const { ask, drain, begun } = openQueue();
  for (let n = 0; n < 8; n++) await ask(`colleague${n}`, "192.0.2.1");
  await drain();
  begun.length = 0;
  for (let n = 0; n < 60; n++) await ask(`flood${n}`, `10.${n % 10}.0.1`);
  await ask("ada", "192.0.2.1");
  expect((await drain()).indexOf("ada")).toBeLessThanOrEqual(20);
});

test.each([0, 1])(
  "an office waits no longer while known devices wait as well (%i turns before)",
  async (turnsBefore) => {
    const { ask, drain, begun } = openQueue();
    for (let n = 0; n < 8; n++) await ask(`colleague${n}`, "192.0.2.1");
    for (let n = 0; n < turnsBefore; n++) await ask(`before${n}`, "192.0.2.1");
    await drain();
    begun.length = 0;
    for (let n = 0; n < 60; n++) {
      await ask(`flood${n}`, `10.${n % 10}.0.1`);
      await ask(`known${n}`, `172.16.${n}.1`, `known${n}`, true);
    }
    await ask("ada", "192.0.2.1");
    const unknown = (await drain()).filter((name) => !name.startsWith("known"));
    expect(unknown.indexOf("ada")).toBeLessThanOrEqual(22);
  },
);

test("a full queue refuses the jobs of new networks before an office's that has signed in before", async () => {
  const { ask, drain, refused } = openQueue({ maxQueued: 60 });
  for (let n = 0; n < 8; n++) await ask(`colleague${n}`, "192.0.2.1");
  await drain();
  for (let n = 0; n < 70; n++) await ask(`flood${n}`, `10.${n % 10}.0.1`);
  await ask("ada", "192.0.2.1");
  expect(refused.length).toBeGreaterThan(5);
  expect(refused).not.toContain("ada");
});

test("known devices of a busy network have every other turn, however many newcomers wait", async () => {
  const { ask, drain, begun } = openQueue();
  for (let n = 0; n < 10; n++) await ask(`before${n}`, "192.0.2.1", `colleague${n}`, true);
  await drain();
  begun.length = 0;
  for (let n = 0; n < 20; n++) await ask(`newcomer${n}`, `10.${n}.0.1`);
  await ask("ada", "192.0.2.1", "ada", true);
  await ask("bob", "192.0.2.1", "bob", true);
  const order = await drain();
  expect([order.indexOf("ada"), order.indexOf("bob")]).toEqual([1, 3]);
});

test("a full queue of newcomers refuses no known device", async () => {
  const { ask, finish, refused } = openQueue({ maxQueued: 4 });
  for (let n = 0; n < 3; n += 1) {
    await ask(`before ${n}`, "198.51.100.1", "ada", true);
    await finish();
  }
  for (let n = 0; n < 5; n += 1) await ask(`newcomer ${n}`, `198.18.${n}.1`);
  await ask("ada", "198.51.100.1", "ada", true);
  expect(refused).toHaveLength(1);
  expect(refused).not.toContain("ada");
});
