import { createServer, type Server } from "node:http";
import { createClient } from "@sanity/client";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type ServedLake, serveLake, tokens } from "@platen/content-lake/testing/serve";
import { LakeProxy } from "./lake-proxy";

let served: ServedLake;
let site: Server;
let url: string;

beforeAll(async () => {
  served = await serveLake();
  const proxy = new LakeProxy({
    sessionCookie: "session",
    target: served.url,
    proxyToken: tokens.proxyToken,
    siteOrigin: "http://localhost:3000",
    openSession: () => {
      throw new Error("A request with a token must open no session.");
    },
    studioAccess: () => Promise.reject(new Error("A request with a token must open no session.")),
    closePreview: () => Promise.reject(new Error("A request with a token must open no session.")),
    admitTokenChange: () =>
      Promise.reject(new Error("A request with a token must open no session.")),
  });
  site = createServer((request, response) => {
    const clientIp = String(request.headers["x-visitor"] ?? "one");
    proxy
      .handle(request, response, clientIp, "request-1")
      .catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening));
  const address = site.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/lake`;
});
afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await served.close();
});

let made = 0;

async function makeToken(roleName: string): Promise<string> {
  const response = await fetch(`${served.url}/v1/projects/local/tokens`, {
    method: "POST",
    headers: served.as({ id: "ada", role: "administrator" }),
    body: JSON.stringify({ label: `${roleName} ${made++}`, roleName }),
  });
  return (await response.json()).key;
}

const clientWith = (token: string) =>
  createClient({
    projectId: "local",
    dataset: "production",
    apiHost: url,
    useProjectHostname: false,
    useCdn: false,
    apiVersion: "2025-02-19",
    token,
  });

test("a script's token is passed to the lake, which checks its permissions", async () => {
  const editor = clientWith(await makeToken("editor"));
  const viewer = clientWith(await makeToken("viewer"));
  await editor.create({ _id: "note", _type: "note" });
  expect(await viewer.fetch("*[_type == 'note']._id")).toEqual(["note"]);
  await expect(viewer.delete("note")).rejects.toMatchObject({ statusCode: 403 });
});

test("a token does not carry a user's name", async () => {
  const { Authorization } = served.as({ id: "x" });
  const key = await makeToken("viewer");
  const identity = served.as({ id: "ada", role: "administrator" })["X-Lake-Identity"];
  const asked = (authorization: string) =>
    fetch(`${url}/v1/users/me`, {
      headers: { Authorization: authorization, "X-Lake-Identity": identity },
    }).then((response) => response.json());
  expect(await asked(`Bearer ${key}`)).toMatchObject({ email: "", role: "viewer" });
  expect(await asked(Authorization)).not.toMatchObject({ id: "ada" });
});

test("a client that guesses tokens has to wait, and others do not", async () => {
  const key = await makeToken("viewer");
  const ask = async (token: string, clientIp: string) => {
    const headers = { Authorization: `Bearer ${token}`, "X-Visitor": clientIp };
    const response = await fetch(`${url}/v1/users/me`, { headers });
    await response.arrayBuffer();
    return response;
  };
  for (let n = 0; n < 10; n++) expect((await ask(`guess-${n}`, "mallory")).status).toBe(401);
  const refused = await ask(key, "mallory");
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("60");
  expect((await ask(key, "one")).status).toBe(200);
});

test("guesses that come together do not all pass, and the requests of one new token do", async () => {
  const ask = async (token: string, clientIp: string) => {
    const headers = { Authorization: `Bearer ${token}`, "X-Visitor": clientIp };
    const response = await fetch(`${url}/v1/users/me`, { headers });
    await response.arrayBuffer();
    return response.status;
  };
  const guesses = Array.from({ length: 40 }, (_, n) => ask(`together-${n}`, "many"));
  const statuses = await Promise.all(guesses);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  const key = await makeToken("viewer");
  const valid = Array.from({ length: 40 }, () => ask(key, "script"));
  expect(new Set(await Promise.all(valid))).toEqual(new Set([200]));
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/lake`;
}

test("the lake receives the site's request id, not a client's", async () => {
  const received: unknown[] = [];
  const lake = createServer(({ headers }, response) => {
    received.push(headers["x-request-id"]);
    response.end();
  });
  const proxy = new LakeProxy({
    sessionCookie: "session",
    target: await listen(lake),
    proxyToken: tokens.proxyToken,
    siteOrigin: "http://localhost:3000",
    openSession: () => {
      throw new Error("These requests must open no session.");
    },
    studioAccess: () => Promise.reject(new Error("These requests must open no session.")),
    closePreview: () => Promise.reject(new Error("A request with a token must open no session.")),
    admitTokenChange: () => Promise.reject(new Error("These requests must open no session.")),
  });
  onTestFinished(() => proxy.close());
  const before = await listen(
    createServer((request, response) => void proxy.handle(request, response, "one", "ours")),
  );
  const headers = { "X-Request-Id": "a-stranger's" };
  await fetch(`${before}/images/local/production/a.png`, { headers });
  await fetch(`${before}/v1/users/me`, { headers: { ...headers, Authorization: "Bearer x" } });
  // The last two: whether the token is known, and the request.
  expect(received).toEqual(["ours", "ours", "ours"]);
});
