import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { createClient } from "@sanity/client";
import { firstValueFrom, Subject } from "rxjs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { retryCommit } from "./commit-retry";

type Answer = (response: ServerResponse) => void;

const answer =
  (status: number, body: object): Answer =>
  (response) =>
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));

const hangUp: Answer = (response) => response.destroy();
const refusal = (status: number, type: string) =>
  answer(status, { statusCode: status, error: { type, description: "No." } });

/** The lake's response to each request in turn. */
let script: Answer[];
/** What is reported to the writer while an edit waits. */
let delays: (string | null)[];
/** Whether it waits for its writer. */
let isStuck: boolean;
let again: Subject<void>;
const lake = createServer((request, response) => {
  request.resume().on("end", () => (script.shift() ?? hangUp)(response));
});

beforeEach(async () => {
  delays = [];
  isStuck = false;
  again = new Subject();
  lake.listen(0, "127.0.0.1");
  await once(lake, "listening");
});
afterEach(() => {
  vi.useRealTimers();
  lake.close();
});

function commit() {
  const address = lake.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port");
  const client = createClient({
    projectId: "local",
    dataset: "production",
    apiHost: `http://127.0.0.1:${address.port}`,
    useProjectHostname: false,
    useCdn: false,
    apiVersion: "2025-02-19",
  });
  const transactionId = "typed";
  const edit = {
    actionType: "sanity.action.document.edit" as const,
    draftId: "drafts.a",
    publishedId: "a",
    patch: { set: { title: "Typed in a tunnel" } },
  };
  return firstValueFrom(
    retryCommit(() => client.observable.action(edit, { transactionId }), transactionId, {
      delayed: (reason, stuck) => {
        delays.push(reason);
        isStuck = stuck;
      },
      again,
    }),
  );
}

test("an edit is sent again until the lake answers", async () => {
  script = [
    hangUp,
    answer(503, { message: "Away" }),
    answer(408, { message: "The upload was too slow." }),
    answer(200, { transactionId: "typed" }),
  ];
  expect(await commit()).toEqual({ transactionId: "typed" });
  expect(delays).toEqual([null, null, null]);
});

test("an edit that meets a full disk or a server error is retried, and its editor sees why it waits", async () => {
  const full = "There is too little space left on the disk.";
  script = [
    answer(507, { statusCode: 507, error: "Insufficient Storage", message: full }),
    answer(500, { statusCode: 500, error: "Internal Server Error", message: "Something broke." }),
    answer(200, { transactionId: "typed" }),
  ];
  expect(await commit()).toEqual({ transactionId: "typed" });
  expect(delays).toEqual([full, "Something broke."]);
});

test("an edit that the lake always fails to take is sent eight times, and then when its writer asks", async () => {
  // RxJS waits by intervals; the requests have timers of their own.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  const fault = answer(500, { statusCode: 500, message: "Something broke." });
  script = Array.from({ length: 8 }, () => fault);
  const committed = commit();
  for (let sent = 1; sent <= 8; sent += 1) {
    await expect.poll(() => delays.length).toBe(sent);
    expect(isStuck).toBe(sent === 8);
    await vi.runAllTimersAsync();
  }
  expect(delays).toHaveLength(8);
  expect(vi.getTimerCount()).toBe(0);

  script = [fault, answer(200, { transactionId: "typed" })];
  again.next();
  await expect.poll(() => delays.length).toBe(9);
  expect(isStuck).toBe(false);
  await vi.runAllTimersAsync();
  expect(await committed).toEqual({ transactionId: "typed" });
});

test("an edit that the lake accepted before the connection was lost is not retried forever", async () => {
  script = [hangUp, refusal(409, "transactionExistsError")];
  expect(await commit()).toEqual({ transactionId: "typed" });
});

test("a refusal is final", async () => {
  script = [refusal(409, "documentRevisionIDDoesNotMatchError"), answer(200, {})];
  await expect(commit()).rejects.toThrow("No.");
  script = [answer(413, { message: "Too large" }), answer(200, {})];
  await expect(commit()).rejects.toThrow("Too large");
  expect(delays).toEqual([]);
});
