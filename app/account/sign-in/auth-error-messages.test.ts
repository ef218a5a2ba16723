import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { explain, secondsIn, statusOf } from "./auth-error-messages";

const error = (code: string | undefined, message: string) => ({
  name: "AuthApiError",
  code,
  message,
});

test("every code of the embedded service has words of its own", () => {
  const folder = "services/auth";
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.includes("test"))
    .map((file) => readFileSync(join(folder, file), "utf8"));
  const codes = new Set(
    sources.flatMap((source) =>
      [...source.matchAll(/new AuthError\(\s*\d{3},\s*"(\w+)"/g)].map((match) => match[1] ?? ""),
    ),
  );
  expect(codes.size).toBeGreaterThan(25);
  const raw = "the service's own words about a password";
  const unworded = [...codes].filter((code) => {
    const { text, field } = explain(error(code, raw));
    return text === raw && field === undefined;
  });
  expect(unworded).toEqual([]);
});

test("and so has every code of a hosted one, as its client lists them", () => {
  const list = readFileSync(
    "node_modules/@supabase/auth-js/dist/main/lib/error-codes.d.ts",
    "utf8",
  );
  const codes = [...list.matchAll(/'(\w+)'/g)].map((match) => match[1] ?? "");
  expect(codes.length).toBeGreaterThan(70);
  const raw = "the service's own words about a password";
  const unworded = codes.filter((code) => {
    const { text, field } = explain(error(code, raw));
    return text === raw && field === undefined;
  });
  expect(unworded).toEqual([]);
});

test("a code that nobody has worded keeps the service's message", () => {
  expect(explain(error("brand_new", "A new refusal"))).toEqual({ text: "A new refusal" });
  expect(explain(error("constructor", "Odd"))).toEqual({ text: "Odd" });
});

test("an error without a message is said all the same", () => {
  expect(explain(error(undefined, ""))).toEqual({ text: "Something went wrong" });
});

test("a service that does not answer is not the visitor's mistake", () => {
  const away = { name: "AuthRetryableFetchError", message: "{}" };
  expect(explain(away).text).toContain("does not answer");
  expect(statusOf(away)).toBe(503);
  expect(statusOf(error("unexpected_failure", "The database is away"))).toBe(503);
  const full = error("insufficient_storage", "There is too little space left on the disk");
  expect(explain(full).text).toContain("Nothing can be saved right now");
  expect(statusOf(full)).toBe(507);
  expect(statusOf(error("invalid_credentials", "Invalid login credentials"))).toBe(400);
});

test.each([
  ["Unable to validate email address: invalid format", "email"],
  ["Password cannot be longer than 72 characters", "password"],
  ["Code needs to be non-empty", "code"],
  ["Verify requires a verification type", undefined],
])("%j is about the field %s", (message, field) => {
  expect(explain(error("validation_failed", message))).toEqual({ text: message, field });
});

test("the wait for another mail is said in seconds", () => {
  const message = "For security purposes, you can only request this after 1 seconds.";
  expect(explain(error("over_email_send_rate_limit", message)).text).toContain("Wait 1 second ");
  expect(secondsIn(message)).toBe(1);
  expect(secondsIn("email rate limit exceeded")).toBeNull();
});
