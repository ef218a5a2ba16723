import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "@platen/postgres";
import { serveLake, type ServedLake } from "../testing/serve";
import { Tokens } from "./tokens";

let served: ServedLake;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "lake-tokens-"));
  served = await serveLake(join(directory, "postgres"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const administrator = () => served.as({ id: "ada", role: "administrator" });

async function ask(method: string, path: string, headers: Record<string, string>, body?: object) {
  const response = await fetch(`${served.url}/v2021-06-07/projects/local/tokens${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}

const make = async (label: string, roleName: string) =>
  (await ask("POST", "", administrator(), { label, roleName })).body;

test("the history names a script by its token, even after it is revoked, and the commands by their own name", async () => {
  const { id, key } = await make("weekly import", "editor");
  await served.client({ token: key }).create({ _id: "by-script", _type: "note" });
  await ask("DELETE", `/${id}`, administrator());
  const response = await fetch(`${served.url}/v1/users/token-${id},service`, {
    headers: administrator(),
  });
  expect(await response.json()).toMatchObject([
    { id: `token-${id}`, displayName: "weekly import" },
    { id: "service", displayName: "Service" },
  ]);
});

test("a token can read, and write only if it was created for that, under its own name", async () => {
  const viewer = await make("reports", "viewer");
  const editor = await make("nightly import", "editor");
  const reading = served.client({ token: viewer.key });
  const writing = served.client({ token: editor.key });

  const created = await writing.create({ _id: "by-token", _type: "note" });
  expect(await reading.fetch("*[_id == 'by-token'][0]._rev")).toBe(created._rev);
  await expect(reading.create({ _type: "note" })).rejects.toMatchObject({ statusCode: 403 });
  await expect(reading.delete("by-token")).rejects.toMatchObject({ statusCode: 403 });

  const history = await fetch(
    `${served.url}/v1/data/history/production/transactions/by-token?excludeContent=true`,
    { headers: { Authorization: `Bearer ${viewer.key}` } },
  );
  expect(await history.json()).toMatchObject({ author: editor.projectUserId });
  expect(await reading.users.getById("me")).toMatchObject({
    id: viewer.projectUserId,
    name: "reports",
    role: "viewer",
  });
});

test("the list has the tokens' names and permissions, and never a key", async () => {
  const { body } = await ask("GET", "", administrator());
  expect(body).toMatchObject([
    { label: "reports", roles: [{ name: "viewer" }] },
    { label: "nightly import", roles: [{ name: "editor" }] },
  ]);
  expect(body[0]).not.toHaveProperty("key");
});

test("neither an editor nor a token can create, list or revoke tokens", async () => {
  const { key, id } = await make("ambitious", "editor");
  for (const headers of [served.as({ id: "ed" }), { Authorization: `Bearer ${key}` }]) {
    const request = { label: "more", roleName: "editor" };
    expect((await ask("POST", "", headers, request)).status).toBe(403);
    expect((await ask("GET", "", headers)).status).toBe(403);
    expect((await ask("DELETE", `/${id}`, headers)).status).toBe(403);
  }
  expect((await ask("DELETE", `/${id}`, administrator())).status).toBe(204);
});

test("a revoked token is refused, and its listeners are ended", async () => {
  const { key, id } = await make("to be revoked", "viewer");
  const headers = { Authorization: `Bearer ${key}` };
  const listening = await fetch(`${served.url}/v1/data/listen/production?query=*`, { headers });
  expect(listening.status).toBe(200);
  expect((await ask("DELETE", `/${id}`, administrator())).status).toBe(204);
  expect(await listening.text()).toContain("welcome");
  const again = await fetch(`${served.url}/v1/users/me`, { headers });
  expect(again.status).toBe(401);
  expect((await ask("DELETE", `/${id}`, administrator())).status).toBe(404);
});

test.each([
  [{ label: "reports", roleName: "viewer" }, 409],
  [{ label: "", roleName: "viewer" }, 400],
  [{ label: "two\nlines", roleName: "viewer" }, 400],
  [{ label: "other", roleName: "administrator" }, 400],
])("%j is refused", async (request, status) => {
  expect((await ask("POST", "", administrator(), request)).status).toBe(status);
});

test("a token that is revoked while the body of its write arrives writes nothing", async () => {
  const { id, key } = await make("slow import", "editor");
  const body = new TransformStream<Uint8Array, Uint8Array>();
  const writer = body.writable.getWriter();
  const written = fetch(`${served.url}/v2025-02-19/data/mutate/production`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: body.readable,
    duplex: "half",
  });
  await writer.write(Buffer.from('{"mutations": ['));
  await ask("DELETE", `/${id}`, administrator());
  await writer.write(Buffer.from('{"create": {"_id": "too-late", "_type": "note"}}]}'));
  await writer.close();
  expect((await written).status).toBe(401);
  expect(served.lake.store.get("too-late")).toBeUndefined();
});

test("tokens survive a restart, and are not stored in plain text", async () => {
  const { key } = await make("lasting", "viewer");
  await served.close();
  const database = await openDatabase(join(directory, "postgres"));
  const tokens = await Tokens.open(database);
  expect(tokens.identify(key)).toMatchObject({ name: "lasting", role: "reader" });
  expect(tokens.identify(`${key}x`)).toBeUndefined();
  const rows = await database.query<{ text: string }>("select t::text as text from lake.tokens t");
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.some(({ text }) => text.includes(key))).toBe(false);
  await database.close();
});
