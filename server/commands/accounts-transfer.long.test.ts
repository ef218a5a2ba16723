import { execFileSync, spawn } from "node:child_process";
import { chmod, chown, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { eventually } from "@platen/kit/testing/eventually";
import { parseAccounts } from "@platen/auth/transfer";
import {
  call,
  goodPassword,
  newAddress,
  secretKey,
  signUp,
  startTestService,
  type TestService,
  tokensOf,
} from "@platen/auth/testing/service";
import { roles } from "@platen/postgres";
import { findPostgres } from "../../tests/contract/support/postgres-server";
import { askBackend, createBackendCommands } from "../backend/command-api";
import { connectDatabase } from "../backend/postgres-database";

let source: TestService;
let target: TestService;

beforeAll(async () => {
  source = await startTestService();
  target = await startTestService();
});
afterAll(async () => {
  await source.close();
  await target.close();
});

const codeOf = (secret: string, at: Date) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

/** Signs a user up on the source, with a second factor. */
async function newPerson() {
  const { email, accessToken: token } = await signUp(source);
  const enrolled = await call(source.auth, "POST", "factors", {
    token,
    body: { factor_type: "totp", friendly_name: "Telephone" },
  });
  const { id: factor, totp } = enrolled.body;
  const secret = String(totp instanceof Object && "secret" in totp ? totp.secret : "");
  expect((await enterCode(source, token, String(factor), secret)).status).toBe(200);
  return { email, secret };
}

async function enterCode(service: TestService, token: string, factor: string, secret: string) {
  const clientIp = "203.0.113.9";
  const challenge = await call(service.auth, "POST", `factors/${factor}/challenge`, {
    token,
    visitor: clientIp,
  });
  const body = { challenge_id: challenge.body.id, code: codeOf(secret, service.now()) };
  return call(service.auth, "POST", `factors/${factor}/verify`, { token, body, visitor: clientIp });
}

/** Signs in with password and code, and returns the assurance level reached. */
async function signInOn(service: TestService, person: { email: string; secret: string }) {
  const reply = await call(service.auth, "POST", "token?grant_type=password", {
    body: { email: person.email, password: goodPassword },
  });
  const { accessToken } = tokensOf(reply);
  const { body } = await call(service.auth, "GET", "user", { token: accessToken });
  const [factor] = Array.isArray(body.factors) ? body.factors : [];
  const verified = await enterCode(service, accessToken, String(factor?.id), person.secret);
  const [, claims = ""] = tokensOf(verified).accessToken.split(".");
  return JSON.parse(Buffer.from(claims, "base64url").toString()).aal;
}

async function fileOf(service: TestService): Promise<string> {
  const lines: string[] = [];
  for await (const line of service.auth.exportAccounts()) lines.push(line);
  return lines.join("");
}

test("a user with password and second factor can sign in after the import, and a second import changes nothing", async () => {
  const person = await newPerson();
  const rows = parseAccounts(await fileOf(source));
  const report = await target.auth.importAccounts(rows);
  expect(report).toMatchObject({ conflicts: [], alreadyThere: 0, foreignPasswords: 0 });
  expect(await signInOn(target, person)).toBe("aal2");
  expect(await target.auth.importAccounts(rows)).toMatchObject({
    imported: 0,
    alreadyThere: report.imported,
    conflicts: [],
  });
});

test("an unconfirmed account is imported without its password, which may be a stranger's", async () => {
  const id = crypto.randomUUID();
  const row = {
    id,
    email: newAddress(),
    encrypted_password: "$2b$10$0123456789012345678901",
    raw_user_meta_data: { full_name: "Mallory" },
    is_sso_user: false,
  };
  const invited = { ...row, id: crypto.randomUUID(), email: newAddress(), invited_at: new Date() };
  const lines = [row, invited].map((each) => JSON.stringify({ table: "auth.users", row: each }));
  await target.auth.importAccounts(parseAccounts(lines.join("\n")));
  const stored = (which: string) =>
    target.database.query(
      "select encrypted_password as password, raw_user_meta_data as data from auth.users where id = $1",
      [which],
    );
  expect(await stored(id)).toEqual([{ password: "", data: {} }]);
  expect(await stored(invited.id)).toEqual([
    { password: row.encrypted_password, data: row.raw_user_meta_data },
  ]);
});

test("an account that conflicts with an existing one is reported, and none is imported", async () => {
  const [stranger, taken] = [newAddress(), newAddress()];
  const ours = await signUp(target, taken);
  expect(ours.accessToken).not.toBe("");
  await signUp(source, stranger);
  await signUp(source, taken);
  const report = await target.auth.importAccounts(parseAccounts(await fileOf(source)));
  expect(report.imported).toBe(0);
  expect(report.conflicts).toEqual([expect.stringMatching(`The address ${taken} of account`)]);
  const found = await target.database.query("select from auth.users where email = $1", [stranger]);
  expect(found).toEqual([]);
});

describe("an invalid file", () => {
  const id = "3b241101-e2bb-4255-8caf-4136c566a962";
  const user = { table: "auth.users", row: { id, email: "new@mail.example", is_sso_user: false } };
  const identity = { id, user_id: id, provider: "email", provider_id: id, identity_data: {} };

  test.each([
    ["invalid JSON", "nothing", "Line 1 is not an account row: it is not JSON."],
    [
      "another table",
      '\n{"table":"public.profiles","row":{}}',
      /^Line 2 is not an account row: tab/,
    ],
    ["no owner", `{"table":"auth.identities","row":{"id":"${id}"}}`, /row.user_id is missing/],
  ])("with %s is refused, and the line is named", (_name, text, message) => {
    expect(() => parseAccounts(text)).toThrow(message);
  });

  test.each([
    [
      "a row without an account",
      [{ table: "auth.identities", row: identity }],
      /belongs to no account/,
    ],
    [
      "an unknown column",
      [{ ...user, row: { ...user.row, shoe_size: 42 } }],
      /no column shoe_size/,
    ],
    ["a duplicate account", [user, user], /duplicate key/],
    [
      "an invalid value",
      [{ ...user, row: { ...user.row, created_at: "soon" } }],
      /invalid input syntax/,
    ],
  ])("with %s is refused, and nothing of it is imported", async (_name, lines, message) => {
    const text = lines.map((line) => JSON.stringify(line)).join("\n");
    await expect(target.auth.importAccounts(parseAccounts(text))).rejects.toThrow(message);
    expect(await target.database.query("select from auth.users where id = $1", [id])).toEqual([]);
  });

  test("a password with an unsupported hash is imported and counted, and cannot sign in", async () => {
    const foreign = {
      ...user.row,
      is_anonymous: false,
      encrypted_password: "$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA",
      email_confirmed_at: "2026-01-01T00:00:00Z",
    };
    const line = JSON.stringify({ table: "auth.users", row: foreign });
    const report = await target.auth.importAccounts(parseAccounts(line));
    expect(report).toMatchObject({ imported: 1, foreignPasswords: 1 });
    const reply = await call(target.auth, "POST", "token?grant_type=password", {
      body: { email: "new@mail.example", password: goodPassword },
    });
    expect(reply).toMatchObject({ status: 400, body: { code: "invalid_credentials" } });
  });
});

describe("the backend's commands", () => {
  async function serve(service: TestService) {
    const copyDatabase = () => Promise.reject(new Error("Not here."));
    const commands = createBackendCommands({ auth: service.auth, copyDatabase }, secretKey);
    const server = createServer(getRequestListener(commands, { overrideGlobalObjects: false }));
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    onTestFinished(() => void server.close().closeAllConnections());
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("It has no port.");
    return { BACKEND_URL: `http://127.0.0.1:${address.port}`, BACKEND_KEY: secretKey };
  }

  test("transfer accounts between two backends", async () => {
    const { email, accessToken: token } = await signUp(source);
    const { id } = (await call(source.auth, "GET", "user", { token })).body;
    const all = await (await askBackend(await serve(source), "GET", "accounts")).text();
    const lines = all.split("\n").filter((line) => line.includes(String(id)));
    const text = lines.join("\n");
    const variables = await serve(target);
    const report = await askBackend(variables, "POST", "accounts", text);
    expect(await report.json()).toMatchObject({ imported: 1, conflicts: [] });
    const reply = await call(target.auth, "POST", "token?grant_type=password", {
      body: { email, password: goodPassword },
    });
    expect(reply.status).toBe(200);
    await expect(askBackend(variables, "POST", "accounts", "nonsense")).rejects.toThrow("Line 1");
  });

  test("rotate the signing key, and both keys verify until the old one expires", async () => {
    const { accessToken } = await signUp(source);
    const kids = async () => {
      const { keys } = (await call(source.auth, "GET", ".well-known/jwks.json")).body;
      return Array.isArray(keys) ? keys.map((key) => String(key.kid)) : [];
    };
    const [old] = await kids();
    await askBackend(await serve(source), "POST", "rotate-keys");
    const [fresh, ...others] = await kids();
    expect(others).toEqual([old]);
    expect(fresh).not.toBe(old);
    expect((await call(source.auth, "GET", "user", { token: accessToken })).status).toBe(200);
    const { accessToken: newer } = await signUp(source);
    const header = Buffer.from(newer.split(".")[0] ?? "", "base64url").toString();
    expect(JSON.parse(header)).toMatchObject({ kid: fresh });
  });

  test("require the secret key", async () => {
    const { BACKEND_URL } = await serve(source);
    for (const BACKEND_KEY of ["", "sb_secret_guess"]) {
      const asked = askBackend({ BACKEND_URL, BACKEND_KEY }, "GET", "accounts");
      await expect(asked).rejects.toThrow("Forbidden");
    }
  });
});

const programs = findPostgres() ?? "";

describe.skipIf(programs === "")("an external Postgres", () => {
  let directory: string;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "pg-"));
    // Postgres refuses to run as root.
    const owner =
      process.getuid?.() === 0
        ? {
            uid: Number(execFileSync("id", ["-u", "postgres"])),
            gid: Number(execFileSync("id", ["-g", "postgres"])),
          }
        : {};
    if (owner.uid !== undefined) await chown(directory, owner.uid, owner.gid);
    await chmod(directory, 0o755);
    const data = join(directory, "data");
    const parameters = ["-D", data, "-U", "postgres", "-E", "UTF8", "--no-sync", "-A", "trust"];
    execFileSync(join(programs, "initdb"), parameters, { ...owner, cwd: directory });
    const server = spawn(
      join(programs, "postgres"),
      ["-D", data, "-k", directory, "-h", "", "-F"],
      {
        ...owner,
        cwd: directory,
        stdio: "ignore",
      },
    );
    const exited = new Promise<void>((done) => server.once("exit", () => done()));
    stop = async () => {
      server.kill("SIGINT");
      await exited;
      await rm(directory, { recursive: true });
    };
    await eventually(() => readFile(join(directory, ".s.PGSQL.5432.lock")));
  });
  afterAll(() => stop());

  test("imports accounts, lets their users sign in, and exports the same accounts", async () => {
    const address = `postgres://postgres@localhost/postgres?host=${directory}`;
    const database = connectDatabase(address);
    await eventually(() => database.query("select 1"));
    await database.execute(roles);
    const service = await startTestService({ database });
    onTestFinished(() => service.close());

    const person = await newPerson();
    const text = await fileOf(source);
    const report = await service.auth.importAccounts(parseAccounts(text));
    expect(report).toMatchObject({ conflicts: [], alreadyThere: 0 });
    const back = parseAccounts(await fileOf(service));
    expect(back).toEqual(parseAccounts(text));
    expect(await signInOn(service, person)).toBe("aal2");
  });
});
