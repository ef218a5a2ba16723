import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createClient } from "@sanity/client";
import { first, firstValueFrom, tap } from "rxjs";
import { WebSocket } from "ws";
import { type ServedLake, serveLake, tokens } from "@platen/content-lake/testing/serve";
import { quarters } from "@platen/content-lake/testing/asset-lake";
import { parseTarget } from "../../server/site/http/request-target";
import { LakeProxy } from "../../server/site/proxy/lake-proxy";
import { openAccountSite, type AccountSite, type Visitor } from "./support/account-site";

const siteOrigin = "http://localhost:3000";

let site: AccountSite;
let lake: ServedLake;
let server: Server;
let address: string;

beforeAll(async () => {
  site = await openAccountSite();
  lake = await serveLake();
  const { openSession } = await import("~/account/session/session.server");
  const { studioAccess } = await import("~/account/session/studio-session.server");
  const { admitTokenChange } = await import("~/account/administration/lake-tokens.server");
  const proxy = new LakeProxy({
    admitTokenChange,
    sessionCookie: "session",
    target: lake.url,
    proxyToken: tokens.proxyToken,
    siteOrigin,
    openSession,
    studioAccess,
  });
  server = createServer((request, response) => {
    const visitor = String(request.headers["x-visitor"] ?? "198.51.100.1");
    parseTarget(request, siteOrigin);
    proxy.handle(request, response, visitor, "request-1").catch(() => response.destroy());
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

const cookiesOf = ({ cookies }: Visitor) => ({
  Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
});

async function signInEditor() {
  const { id, visitor } = await site.signedIn("Editor");
  const demote = () =>
    site.database.query("update public.profiles set role = 'User' where id = $1", [id]);
  const endSessions = () =>
    site.database.query("delete from auth.sessions where user_id = $1", [id]);
  return { headers: cookiesOf(visitor), demote, endSessions };
}

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

test("a network with many refused sessions is not verified again, and an editor in it is", async () => {
  const editor = await signInEditor();
  const ask = (headers: Record<string, string>) =>
    fetch(`${address}/v1/users/me`, { headers }).then(({ status }) => status);
  expect(await ask(editor.headers)).toBe(200);
  const refusals: number[] = [];
  for (let n = 0; n < 61; n += 1) refusals.push(await ask({ Cookie: `session=made-up-${n}` }));
  expect(refusals.at(-1)).toBe(429);
  expect(await ask(editor.headers)).toBe(200);
});

test("refused sessions are limited, also those of users, and of editors who no longer are", async () => {
  const editor = await signInEditor();
  const user = await site.signedIn("User");
  const ask = (headers: Record<string, string>, network: string) =>
    fetch(`${address}/v1/users/me`, { headers: { ...headers, "X-Visitor": network } }).then(
      ({ status }) => status,
    );
  expect(await ask(editor.headers, "198.51.100.5")).toBe(200);
  await editor.demote();
  for (const [headers, network] of [
    [editor.headers, "198.51.100.5"],
    [cookiesOf(user.visitor), "198.51.100.6"],
  ] as const) {
    const refusals: number[] = [];
    for (let n = 0; n < 61; n += 1) refusals.push(await ask(headers, network));
    expect([refusals[0], refusals.at(-1)]).toEqual([403, 429]);
  }
});

test("signing out of the Studio ends this session and no other of the account", async () => {
  const { visitor, ...account } = await site.signedIn("Editor");
  const other = await site.newVisitor();
  await other.logIn(account);
  const ask = (from: Visitor, path: string, method = "GET") =>
    fetch(`${address}/v1/${path}`, {
      method,
      headers: { ...cookiesOf(from), "X-Visitor": "198.51.100.3" },
    }).then(({ status }) => status);
  expect(await ask(visitor, "auth/logout", "POST")).toBe(200);
  expect(await ask(visitor, "users/me")).toBe(401);
  expect(await ask(other, "users/me")).toBe(200);
});

test("signing out of made-up sessions counts as refused sessions do", async () => {
  const signOut = (Cookie: string) =>
    fetch(`${address}/v1/auth/logout`, {
      method: "POST",
      headers: { Cookie, "X-Visitor": "198.51.100.2" },
    }).then(({ status }) => status);
  const responses: number[] = [];
  for (let n = 0; n < 61; n += 1) responses.push(await signOut(`session=made-up-${n}`));
  expect(responses[0]).toBe(200);
  expect(responses.at(-1)).toBe(429);
});

describe("the lake's tokens", () => {
  const makeToken = (visitor: Visitor, path = "projects/local/tokens") =>
    fetch(`${address}/v1/${path}`, {
      method: "POST",
      headers: {
        ...cookiesOf(visitor),
        "Content-Type": "application/json",
        "X-Visitor": "198.51.100.4",
      },
      body: JSON.stringify({ label: "A script", roleName: "editor" }),
    });

  const entriesOf = ({ id }: { id: string }) =>
    site.database.query(
      "select action, before, address from public.audit_entries where actor = $1 order by id",
      [id],
    );

  test("are created and revoked by an administrator who has just signed in, with audit entries", async () => {
    const admin = await site.signedIn("Admin");
    const made = await makeToken(admin.visitor);
    expect(made.status).toBe(200);
    const { id } = await made.json();
    const revoked = await fetch(`${address}/v1/projects/local/tokens/${id}`, {
      method: "DELETE",
      headers: cookiesOf(admin.visitor),
    });
    expect(revoked.status).toBe(204);
    expect(await entriesOf(admin)).toEqual([
      { action: "lake.token.create", before: null, address: "198.51.100.4" },
      { action: "lake.token.revoke", before: { id }, address: "198.51.100.1" },
    ]);
  });

  test.each(["projects/local/tokens", "projects/local/%74okens", "projects/local/tokens/"])(
    "are not created at %s by a session that signed in sixteen minutes ago",
    async (path) => {
      site.service.wait(-16 * 60);
      const admin = await site.signedIn("Admin").finally(() => site.service.wait(16 * 60));
      expect((await makeToken(admin.visitor, path)).status).toBe(403);
      expect(await entriesOf(admin)).toEqual([]);
    },
  );

  test("are not created by an editor", async () => {
    const editor = await site.signedIn("Editor");
    expect((await makeToken(editor.visitor)).status).toBe(403);
    expect(await entriesOf(editor)).toEqual([]);
  });
});
