import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSigningKeys } from "./keys";

let directory: string;

beforeEach(async () => {
  directory = path.join(await mkdtemp(path.join(tmpdir(), "keys-")), "auth");
});
afterEach(() => rm(path.dirname(directory), { recursive: true }));

test("the keys are created once, and readable by their owner only", async () => {
  const first = await openSigningKeys(directory);
  const second = await openSigningKeys(directory);
  expect(second.jwks()).toEqual(first.jwks());
  expect(second.oneTimeTokenSecret).toBe(first.oneTimeTokenSecret);
  const { mode } = await stat(path.join(directory, "signing-keys.json"));
  expect(mode & 0o777).toBe(0o600);
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
});

test("the published keys contain no secret", async () => {
  const { keys } = (await openSigningKeys(directory)).jwks();
  expect(keys).toHaveLength(1);
  expect(keys[0]).toMatchObject({ kty: "EC", crv: "P-256", alg: "ES256", use: "sig" });
  expect(keys[0]).not.toHaveProperty("d");
});

test("after a rotation both keys are published until the old key's tokens have expired", async () => {
  let now = new Date("2026-01-01T00:00:00Z");
  const keys = await openSigningKeys(directory, () => now);
  const old = keys.current().kid;
  await keys.rotate();
  const current = keys.current().kid;
  expect(current).not.toBe(old);
  expect(keys.jwks().keys.map(({ kid }) => kid)).toEqual([current, old]);
  expect(keys.publicKey(old)).not.toBeNull();

  const reopened = await openSigningKeys(directory, () => now);
  expect(reopened.jwks()).toEqual(keys.jwks());

  const signing = await readFile(path.join(directory, "signing-keys.json"), "utf8");
  expect(signing.match(/"d":/g)).toHaveLength(1);

  now = new Date("2026-01-01T01:30:00Z");
  expect(keys.jwks().keys.map(({ kid }) => kid)).toEqual([current]);
  expect(keys.publicKey(old)).toBeNull();
  await keys.rotate();
  const file = await readFile(path.join(directory, "signing-keys.json"), "utf8");
  expect(file).not.toContain(old);
});

test.each(["", "{", '{"keys":[]}'])(
  "a damaged file (%j) is an error, and is not replaced by a new key",
  async (text) => {
    await openSigningKeys(directory);
    await writeFile(path.join(directory, "signing-keys.json"), text);
    await expect(openSigningKeys(directory)).rejects.toThrow("is damaged");
  },
);
