import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { exchange, inTurns } from "./exchange";
import { problemWith } from "./oracles";
import { newNetwork } from "./people";
import { samples } from "./samples";

const site = inject("hostileSite");

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** An unsigned token, with a header and claims that may break a server. */
const token = fc
  .tuple(
    fc.constantFrom<unknown>({ alg: "ES256", kid: "x" }, { alg: "none" }, { alg: 1 }, {}, null, 1),
    fc.constantFrom<unknown>({ sub: "x", exp: 1 }, { exp: 4e9 }, { exp: "x" }, {}, [], null, "x"),
  )
  .map(([header, claims]) => `${encoded(header)}.${encoded(claims)}.AAAA`);

const odd = fc.oneof(
  fc.constantFrom<unknown>(null, 0, -1, 1, 1e308, "", "a.b.c", "x", true, [], {}, [null], { a: 1 }),
  token,
);

const field = (good: unknown) => fc.option(fc.oneof(odd, fc.constant(good)), { nil: undefined });

const session = fc.record({
  access_token: fc.oneof(token, odd),
  refresh_token: field("made-up"),
  expires_at: field(1),
  expires_in: field(3_600),
  token_type: field("bearer"),
  user: field({ id: "x" }),
  provider_token: field("x"),
});

const cookie = fc
  .record({ session, pieces: fc.integer({ min: 1, max: 4 }), beside: fc.option(odd) })
  .map(({ session, pieces, beside }) => {
    const value = `base64-${encoded(session)}`;
    const size = Math.ceil(value.length / pieces);
    const parts = Array.from({ length: pieces }, (_, n) => value.slice(n * size, (n + 1) * size));
    const cookies = parts.map((part, n) => `session${pieces === 1 ? "" : `.${n}`}=${part}`);
    return [...cookies, `session-code-verifier=base64-${encoded(beside)}`].join("; ");
  });

const requests = [
  ...["GET /", "GET /dashboard", "GET /login", "GET /admin/users", "GET /lake/v1/users/me"],
  ...["GET /auth/callback?code=x", "GET /dashboard.data", "GET /studio", "POST /logout"],
  ...["POST /login", "POST /lake/v1/auth/logout", "GET /preview/enable"],
];

test("sessions of any shape stop nothing, and are refused", async () => {
  const sent = samples(fc.tuple(fc.constantFrom(...requests), cookie), 400);
  const problems = await inTurns(sent, 10, async ([request, cookies]) => {
    const [method = "", path = ""] = request.split(" ");
    const body = method === "POST" ? ["Content-Length: 0"] : [];
    const head = [`${method} ${path} HTTP/1.1`, "Host: localhost", "Connection: close", ...body];
    const bytes = Buffer.from([...head, `Cookie: ${cookies}`, "", ""].join("\r\n"), "latin1");
    const response = await exchange({
      port: site.port,
      from: newNetwork(),
      parts: [bytes],
      end: "wait",
    });
    const problem = response.statuses.length === 1 ? problemWith(response) : "No response";
    return problem && `${problem}: ${request} ${cookies}`;
  });
  expect(problems.filter((problem) => problem !== null)).toEqual([]);
});
