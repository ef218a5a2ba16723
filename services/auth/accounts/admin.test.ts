import { hash } from "@node-rs/bcrypt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  call,
  goodPassword,
  newAddress,
  publishableKey,
  type Reply,
  secretKey,
  signUp,
  startTestService,
  type TestService,
} from "../testing/service";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const ask = (method: string, target: string, body?: object): Promise<Reply> =>
  call(service.auth, method, `admin/${target}`, { key: secretKey, body });

const create = async (body: object = {}) =>
  (await ask("POST", "users", { email: newAddress(), ...body })).body;

describe("the list", () => {
  test("is sorted by creation time, and says how many pages there are", async () => {
    const surname = newAddress().replace(/@.*/, "");
    const made: unknown[] = [];
    for (const name of ["Ada", "Berta", "Clara"]) {
      made.push((await create({ user_metadata: { full_name: `${name} ${surname}` } })).id);
      service.wait(1);
    }
    const list = async (query: string) => {
      const { body, headers } = await ask("GET", `users?filter=${surname}${query}`);
      const users: { id: string }[] = Object(body).users;
      return { ids: users.map(({ id }) => id), headers };
    };
    expect((await list("")).ids).toEqual(made.toReversed());
    const { ids, headers } = await list("&sort=created_at+asc&per_page=2");
    expect(ids).toEqual(made.slice(0, 2));
    expect(headers.get("x-total-count")).toBe("3");
    const rest = `per_page=2&filter=${surname}&sort=created_at+asc`;
    expect(headers.get("link")).toBe(
      `</admin/users?page=2&${rest}>; rel="next", </admin/users?page=2&${rest}>; rel="last"`,
    );
    expect((await list("&sort=created_at&page=2&per_page=2")).ids).toEqual(made.slice(0, 1));
  });

  test.each([
    ["sort=email", "Bad Sort Parameters: bad field for sort 'email'"],
    [
      "sort=created_at+up",
      "Bad Sort Parameters: bad direction for sort 'up', only 'asc' and 'desc' allowed",
    ],
    ["page=x", 'Bad Pagination Parameters: "x"'],
    ["per_page=0", 'Bad Pagination Parameters: "0"'],
  ])("refuses %s", async (query, message) => {
    expect(await ask("GET", `users?${query}`)).toMatchObject({
      status: 400,
      body: { code: "validation_failed", message },
    });
  });
});

describe("a password", () => {
  test("is given in plain text or as a hash, and not as both", async () => {
    const password_hash = await hash(goodPassword, { cost: 4 });
    const body = { email: newAddress(), password: goodPassword, password_hash };
    expect(await ask("POST", "users", body)).toMatchObject({
      status: 400,
      body: { message: "Only a password or a password hash should be provided" },
    });
  });

  test("that is changed must be plain text; a hash is for new accounts only", async () => {
    const email = newAddress();
    const { id } = await create({ email, password: goodPassword, email_confirm: true });
    expect(await ask("PUT", `users/${String(id)}`, { password: "" })).toMatchObject({
      status: 422,
      body: { code: "weak_password", weak_password: { reasons: ["length"] } },
    });
    const password_hash = await hash("another battery staple", { cost: 4 });
    expect((await ask("PUT", `users/${String(id)}`, { password_hash })).status).toBe(200);
    const signIn = (password: string) =>
      call(service.auth, "POST", "token?grant_type=password", { body: { email, password } });
    expect((await signIn(goodPassword)).status).toBe(200);
    expect((await signIn("another battery staple")).status).toBe(400);
  });
});

test("a confirmed address is marked in the metadata, beside what is there", async () => {
  const { id, user_metadata } = await create({ user_metadata: { color: "red" } });
  expect(user_metadata).toEqual({ color: "red" });
  const { body } = await ask("PUT", `users/${String(id)}`, { email_confirm: true });
  expect(body.user_metadata).toEqual({ color: "red", email_verified: true });
});

test("an email address on an external account adds an email identity", async () => {
  const { id } = await create();
  await service.database.query(
    "update auth.identities set provider = 'github', provider_id = '7' where user_id = $1",
    [id],
  );
  service.wait(1);
  const email = newAddress();
  const { body } = await ask("PUT", `users/${String(id)}`, { email, email_confirm: true });
  expect(body).toMatchObject({
    email,
    app_metadata: { provider: "github", providers: ["github", "email"] },
    identities: [
      { provider: "github" },
      { provider: "email", id, identity_data: { sub: id, email, email_verified: true } },
    ],
  });
});

test("an authenticator can be renamed, to a name that no other one has", async () => {
  const { accessToken } = await signUp(service);
  const enrol = async (friendly_name: string) =>
    (
      await call(service.auth, "POST", "factors", {
        token: accessToken,
        body: { factor_type: "totp", friendly_name },
      })
    ).body;
  const me = await call(service.auth, "GET", "user", { token: accessToken });
  const first = await enrol("Telephone");
  await enrol("Tablet");
  const rename = (friendly_name: string) =>
    ask("PUT", `users/${String(me.body.id)}/factors/${String(first.id)}`, { friendly_name });
  expect(await rename("Old telephone")).toMatchObject({
    status: 200,
    body: { id: first.id, friendly_name: "Old telephone", status: "unverified" },
  });
  expect((await rename("")).body.friendly_name).toBe("Old telephone");
  expect(await rename("Tablet")).toMatchObject({
    status: 422,
    body: { code: "mfa_factor_name_conflict" },
  });
});

test("the log is paged, newest first, and filtered by author, action and type", async () => {
  const email = newAddress();
  const { id } = await create({ email, password: goodPassword, email_confirm: true });
  service.wait(1);
  const body = { email, password: goodPassword };
  await call(service.auth, "POST", "token?grant_type=password", { body });
  const read = async (query: string) => {
    const response = await service.auth.fetch(
      new Request(`http://127.0.0.1/auth/v1/admin/audit?${query}`, {
        headers: { apikey: secretKey },
      }),
      { address: "127.0.0.1" },
    );
    const entries: unknown = await response.json();
    return { entries, headers: response.headers };
  };
  const { entries, headers } = await read(`query=author:${email.toUpperCase()}&per_page=1`);
  expect(entries).toEqual([
    {
      id: expect.any(String),
      payload: expect.objectContaining({ action: "login", actor_id: id, log_type: "account" }),
      created_at: expect.any(String),
      ip_address: expect.any(String),
    },
  ]);
  expect(headers.get("x-total-count")).toBe("1");
  expect(headers.get("link")).toContain("</admin/audit?page=1&per_page=1&query=author");
  expect((await read("query=type:account&per_page=1")).entries).toMatchObject([
    { payload: { log_type: "account" } },
  ]);
  for (const query of ["ip:1", "author", "%00"]) {
    expect((await read(`query=${query}`)).entries).toMatchObject({
      error_code: "validation_failed",
    });
  }
});

describe("the secret key", () => {
  const request = (headers: Record<string, string>, query = "") =>
    service.auth
      .fetch(new Request(`http://127.0.0.1/auth/v1/admin/users${query}`, { headers }), {
        address: "127.0.0.1",
      })
      .then(({ status }) => status);

  test("is sufficient by itself, in the header or in the URL", async () => {
    expect(await request({ apikey: secretKey })).toBe(200);
    expect(await request({}, `?apikey=${secretKey}`)).toBe(200);
  });

  test("does not raise the permissions of another token, nor of the publishable key", async () => {
    const { accessToken } = await signUp(service);
    const asPerson = { apikey: secretKey, Authorization: `Bearer ${accessToken}` };
    expect(await request(asPerson)).toBe(403);
    expect(await request({ apikey: publishableKey })).toBe(401);
    expect(await request({}, `?apikey=${publishableKey}`)).toBe(401);
  });
});
