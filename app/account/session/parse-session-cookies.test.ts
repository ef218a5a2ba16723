import { stringToBase64URL } from "@supabase/ssr";
import { expect, test } from "vitest";
import { readSessionCookies } from "./parse-session-cookies.server";

const encoded = (value: unknown) => `base64-${stringToBase64URL(JSON.stringify(value))}`;
const tokens = { access_token: "a.b.c", refresh_token: "refresh", expires_at: 1_800_000_000 };
const session = encoded(tokens);
const verifier = "session-code-verifier=secret";

const read = (header: string) => readSessionCookies(header, "session").map(({ name }) => name);

test("a session is read from one cookie or several, with the client's own cookies", () => {
  expect(read(`session=${session}; ${verifier}; theme=dark`)).toEqual([
    "session",
    "session-code-verifier",
  ]);
  expect(read(`session.0=${session.slice(0, 20)}; session.1=${session.slice(20)}`)).toEqual([
    "session.0",
    "session.1",
  ]);
  expect(read(verifier)).toEqual(["session-code-verifier"]);
  expect(read("")).toEqual([]);
});

test.each([
  ["not encoded", "garbage"],
  ["not base64", "base64-%%%"],
  ["not JSON", `base64-${stringToBase64URL("text")}`],
  ["JSON of another shape", encoded("text")],
  ["without a refresh token", encoded({ ...tokens, refresh_token: null })],
  ["without an expiry", encoded({ ...tokens, expires_at: undefined })],
  ["with an invalid token", encoded({ ...tokens, access_token: "token" })],
  ["without a valid user", encoded({ ...tokens, user: "nora" })],
])("a session that is %s is ignored", (_what, value) => {
  expect(read(`session=${value}; ${verifier}`)).toEqual(["session-code-verifier"]);
  expect(read(`session.0=${value.slice(0, 3)}; session.1=${value.slice(3)}`)).toEqual([]);
});

test.each(["1", "null", "%7B%7D", encoded(1), encoded(null), encoded(["a"]), "base64-%%%"])(
  "a value beside the session is read only when it is a string: not %s",
  (value) => {
    expect(read(`session-code-verifier=${value}`)).toEqual([]);
    expect(read(`session-code-verifier=${encoded("secret/recovery")}`)).toHaveLength(1);
  },
);

test("a damaged session does not hide a newer one", () => {
  const pieces = `session.0=${session.slice(0, 20)}; session.1=${session.slice(20)}`;
  expect(read(`session=garbage; ${pieces}`)).toEqual(["session.0", "session.1"]);
});

test("thousands of chunks are not a session, and thousands of other cookies are ignored", () => {
  const pieces = Array.from({ length: 1_300 }, (_, n) => `session.${n}=a`);
  expect(read(pieces.join("; "))).toEqual([]);
  const verifiers = Array.from({ length: 500 }, (_, n) => `session-${n}=a`);
  expect(read([`session=${session}`, ...verifiers].join("; "))).toHaveLength(50);
});
