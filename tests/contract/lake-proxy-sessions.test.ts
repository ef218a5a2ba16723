import { afterAll, beforeAll, expect, test } from "vitest";
import type { Visitor } from "./support/account-site";
import { cookiesOf, type LakeSite, openLakeSite } from "./support/lake-site";

let site: LakeSite;
let address: string;
let signInEditor: LakeSite["signInEditor"];

beforeAll(async () => {
  site = await openLakeSite();
  ({ address, signInEditor } = site);
}, 60_000);
afterAll(() => site.close());

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

test("refused sessions are limited, including those of users, and of editors who no longer are", async () => {
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

test("signing out of the Studio ends its preview: the next page said that the session was wrong", async () => {
  const { visitor } = await site.signedIn("Editor");
  const headers = { ...cookiesOf(visitor), "X-Visitor": "198.51.100.4" };
  const response = await fetch(`${address}/v1/auth/logout`, { method: "POST", headers });
  expect(response.status).toBe(200);
  expect(response.headers.getSetCookie()).toContainEqual(
    expect.stringMatching(/^preview=;.*Max-Age=0/),
  );
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
