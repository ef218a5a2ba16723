import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { createClient } from "@sanity/client";
import { firstValueFrom } from "rxjs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commitUntilAnswered } from "./commit-retry";

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
const lake = createServer((request, response) => {
  request.resume().on("end", () => (script.shift() ?? hangUp)(response));
});

beforeEach(async () => {
  delays = [];
  lake.listen(0, "127.0.0.1");
  await once(lake, "listening");
});
afterEach(() => lake.close());

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
    commitUntilAnswered(
      () => client.observable.action(edit, { transactionId }),
      transactionId,
      (reason) => delays.push(reason),
    ),
  );
}

test("an edit is sent again until the lake answers", async () => {
  script = [hangUp, answer(503, { message: "Away" }), answer(200, { transactionId: "typed" })];
  expect(await commit()).toEqual({ transactionId: "typed" });
  expect(delays).toEqual([null, null]);
});

test("an edit that meets a full disk or a fault is sent again, and its writer is told why it waits", async () => {
  const full = "There is too little space left on the disk.";
  script = [
    answer(507, { statusCode: 507, error: "Insufficient Storage", message: full }),
    answer(500, { statusCode: 500, error: "Internal Server Error", message: "Something broke." }),
    answer(200, { transactionId: "typed" }),
  ];
  expect(await commit()).toEqual({ transactionId: "typed" });
  expect(delays).toEqual([full, "Something broke."]);
});

test("an edit that the lake took before the connection was lost is not sent for ever", async () => {
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
