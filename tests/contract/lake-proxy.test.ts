import { once } from "node:events";
import { request, type Server } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createClient } from "@sanity/client";
import { first, firstValueFrom, tap } from "rxjs";
import { WebSocket } from "ws";
import type { ServedLake } from "@platen/content-lake/testing/serve";
import { quarters } from "@platen/content-lake/testing/asset-lake";
import { cookiesOf, type LakeSite, openLakeSite, siteOrigin } from "./support/lake-site";

let site: LakeSite;
let lake: ServedLake;
let server: Server;
let address: string;
let signInEditor: LakeSite["signInEditor"];

beforeAll(async () => {
  site = await openLakeSite();
  ({ lake, server, address, signInEditor } = site);
}, 60_000);
afterAll(() => site.close());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  "vX/data/listen/production?query=*",
  "vX/data/live/events/production?includeDrafts=true",
  "vX/data/live/events/production?include%44rafts=true",
])("the event stream %s of a demoted editor ends within a minute", async (path) => {
  const { headers, demote } = await signInEditor();
  const response = await fetch(`${address}/${path}`, { headers });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const readUntil = async (expected: RegExp) => {
    for (let text = ""; !expected.test(text);) text += (await reader?.read())?.value ?? "";
  };
  await readUntil(/event: welcome/);
  await vi.advanceTimersByTimeAsync(60_000);
  await lake.client().create({ _type: "note" });
  await readUntil(/event: (mutation|message)/);

  await demote();
  const ended = expect(readUntil(/event: /)).rejects.toThrow("terminated");
  await vi.advanceTimersByTimeAsync(60_000);
  await ended;
});

test.each(["demoted", "signed-out"])(
  "the WebSocket of a %s editor ends within a minute",
  async (how) => {
    const { headers, demote, endSessions } = await signInEditor();
    const socket = new WebSocket(`${address}/vX/mux/production`.replace("http", "ws"), {
      headers: { ...headers, Origin: siteOrigin },
    });
    await once(socket, "open");
    await (how === "demoted" ? demote() : endSessions());
    const closed = once(socket, "close");
    await vi.advanceTimersByTimeAsync(60_000);
    await closed;
  },
);

describe("a body that takes its time", () => {
  const roleOf = (id: string, role: string) =>
    site.database.query("update public.profiles set role = $2 where id = $1", [id, role]);
  const losses: Record<string, (id: string) => Promise<unknown>> = {
    "a user's role": (id) => roleOf(id, "User"),
    "another role": (id) => roleOf(id, "Admin"),
    "no session": (id) => site.database.query("delete from auth.sessions where user_id = $1", [id]),
  };

  /** Sends a mutation but for its end, and calls `meanwhile` once it was admitted. */
  async function mutateSlowly(padding: number, meanwhile: (id: string) => Promise<unknown>) {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    const { id, visitor } = await site.signedIn("Editor");
    const create = { _id: `slow-${id}`, _type: "note" };
    const body = JSON.stringify({ mutations: [{ create }] }) + " ".repeat(padding);
    const arrived = once(server, "request");
    const sent = request(`${address}/v2025-02-19/data/mutate/production`, {
      method: "POST",
      headers: {
        ...cookiesOf(visitor),
        "Content-Type": "application/json",
        "Content-Length": body.length,
      },
    });
    sent.on("error", () => {});
    sent.write(body.slice(0, -1));
    const [incoming] = await arrived;
    await expect.poll(() => incoming.listenerCount("data")).toBeGreaterThan(0);
    await meanwhile(id);
    vi.advanceTimersByTime(2_000);
    const responded = once(sent, "response");
    sent.end(body.at(-1));
    const [response] = await responded;
    response.resume();
    const written = await lake.client().fetch("count(*[_id == $id])", { id: create._id });
    return { status: response.statusCode, written };
  }

  for (const [size, padding] of [
    ["short", 0],
    ["long", 200_000],
  ] as const) {
    test.each(Object.entries(losses))(
      `writes nothing when it is ${size} and its sender has %s meanwhile`,
      async (_, lose) => {
        const { status, written } = await mutateSlowly(padding, lose);
        expect([401, 403]).toContain(status);
        expect(written).toBe(0);
      },
    );

    test(`is written when it is ${size} and its sender still has the role`, async () => {
      const nothing = () => Promise.resolve();
      expect(await mutateSlowly(padding, nothing)).toEqual({ status: 200, written: 1 });
    });
  }
});

test("a picture in a costly form is for editors, with any token and however its path is written", async () => {
  const png = await quarters(64, 48).png().toBuffer();
  const { path } = await lake.client().assets.upload("image", png);
  const made = await fetch(`${lake.url}/v1/projects/local/tokens`, {
    method: "POST",
    headers: lake.as({ id: "ada", role: "administrator" }),
    body: JSON.stringify({ label: "reports", roleName: "viewer" }),
  });
  const { key } = await made.json();
  const token = { Authorization: `Bearer ${key}` };
  const { headers: editor } = await signInEditor();
  const statusOf = async (spelled: string, headers: Record<string, string>) => {
    const response = await fetch(`${address}/${spelled}?w=4000&blur=90`, { headers });
    await response.arrayBuffer();
    return response.status;
  };
  for (const spelled of [path, path.replace("i", "%69"), path.replaceAll("/", "//")]) {
    expect(await statusOf(spelled, token), spelled).toBe(403);
    expect(await statusOf(spelled, editor), spelled).toBe(200);
  }
});

test("a hundred WebSockets are the maximum for one user", async () => {
  const { headers } = await signInEditor();
  const open = () =>
    new WebSocket(`${address}/vX/mux/production`.replace("http", "ws"), {
      headers: { ...headers, Origin: siteOrigin },
    });
  const sockets: WebSocket[] = [];
  // Ten at a time: a busy machine does not accept a hundred connections within a handshake's time.
  while (sockets.length < 100) {
    const next = Array.from({ length: 10 }, open);
    await Promise.all(next.map((socket) => once(socket, "open")));
    sockets.push(...next);
  }
  const [refusal]: unknown[] = await once(open(), "error");
  expect(refusal).toMatchObject({ message: "Unexpected server response: 429" });
  await Promise.all(
    sockets.map((socket) => {
      socket.close();
      return once(socket, "close");
    }),
  );
});

test("the unmodified client receives changes of published content without a session and a token", async () => {
  const visitor = createClient({
    ...{ projectId: "local", dataset: "production", apiVersion: "2025-02-19", useCdn: false },
    ...{ apiHost: address, useProjectHostname: false },
  });
  const write = () => lake.client().create({ _type: "note" });
  const message = visitor.live.events().pipe(
    tap(({ type }) => type === "welcome" && void write()),
    first(({ type }) => type === "message"),
  );
  expect(await firstValueFrom(message)).toMatchObject({
    tags: expect.arrayContaining(["s1:all"]),
  });
  await expect(visitor.fetch("*")).rejects.toMatchObject({ statusCode: 401 });
  const drafts = await fetch(`${address}/vX/data/live/events/production?includeDrafts=true`);
  expect(drafts.status).toBe(401);
});
