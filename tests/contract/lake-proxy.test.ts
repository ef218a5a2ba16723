import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createClient } from "@sanity/client";
import { first, firstValueFrom, tap } from "rxjs";
import { WebSocket } from "ws";
import { VerifiedSessions } from "../../server/site/limits/verified-sessions";
import { createLakeProxy } from "../../server/site/proxy/lake-proxy";
import { serveLake, type ServedLake, tokens } from "../../services/content-lake/testing/serve";
import { openAccountSite, type AccountSite } from "./account-site";

const siteOrigin = "http://localhost:3000";

let site: AccountSite;
let lake: ServedLake;
let server: Server;
let address: string;

beforeAll(async () => {
  site = await openAccountSite();
  lake = await serveLake();
  const proxy = createLakeProxy({
    verifiedSessions: new VerifiedSessions("session"),
    target: lake.url,
    proxyToken: tokens.proxyToken,
    siteOrigin,
    door: async () => (await import("~/account/session/site-door.server")).siteDoor,
  });
  server = createServer((request, response) => {
    proxy.handle(request, response, "198.51.100.1", "request-1").catch(() => response.destroy());
  });
  server.on("upgrade", (request, socket, head) => {
    proxy.upgrade(request, socket, head, "198.51.100.1").catch(() => socket.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const bound = server.address();
  address = `http://127.0.0.1:${typeof bound === "object" ? bound?.port : 0}/lake`;
}, 60_000);
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await lake.close();
  await site.close();
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function signInEditor() {
  const { id, visitor } = await site.signedIn("Editor");
  const cookies = [...visitor.cookies].map(([name, value]) => `${name}=${value}`);
  const demote = () =>
    site.database.query("update public.profiles set role = 'User' where id = $1", [id]);
  const endSessions = () =>
    site.database.query("delete from auth.sessions where user_id = $1", [id]);
  return { headers: { Cookie: cookies.join("; ") }, demote, endSessions };
}

test.each([
  "vX/data/listen/production?query=*",
  "vX/data/live/events/production?includeDrafts=true",
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

test("a hundred WebSockets are enough for one person: one more is refused as too many", async () => {
  const { headers } = await signInEditor();
  const open = () =>
    new WebSocket(`${address}/vX/mux/production`.replace("http", "ws"), {
      headers: { ...headers, Origin: siteOrigin },
    });
  const sockets = Array.from({ length: 100 }, open);
  await Promise.all(sockets.map((socket) => once(socket, "open")));
  const [refusal]: unknown[] = await once(open(), "error");
  expect(refusal).toMatchObject({ message: "Unexpected server response: 429" });
  await Promise.all(
    sockets.map((socket) => {
      socket.close();
      return once(socket, "close");
    }),
  );
});

test("the unmodified client hears without a session and a token which published content changed", async () => {
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

test("a network with many refused sessions is not looked up again, and an editor in it is", async () => {
  const editor = await signInEditor();
  const ask = (headers: Record<string, string>) =>
    fetch(`${address}/v1/users/me`, { headers }).then(({ status }) => status);
  expect(await ask(editor.headers)).toBe(200);
  const refusals: number[] = [];
  for (let n = 0; n < 61; n += 1) refusals.push(await ask({ Cookie: `session=made-up-${n}` }));
  expect(refusals.at(-1)).toBe(429);
  expect(await ask(editor.headers)).toBe(200);
});
