import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { errorCodes } from "@platen/auth/error-codes";
import { explain, maybeUnconfirmed, secondsIn, statusOf } from "./auth-error-messages";

const error = (code: string | undefined, message: string) => ({
  name: "AuthApiError",
  code,
  message,
});

test("every error code of the embedded service has a message", () => {
  const raw = "the service's own words about a password";
  const unworded = errorCodes.filter((code) => {
    const { text, field } = explain(error(code, raw));
    return text === raw && field === undefined;
  });
  expect(unworded).toEqual([]);
});

test("every error code of the hosted service has a message, as its client lists them", () => {
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

test("only where addresses are confirmed by email may an unconfirmed one be the reason", () => {
  const refused = error("invalid_credentials", "Invalid login credentials");
  expect(explain(refused).text).not.toContain("confirm");
  expect(explain(maybeUnconfirmed(refused)).text).toContain("not confirmed yet");
  const banned = error("user_banned", "User is banned");
  expect(explain(maybeUnconfirmed(banned))).toEqual(explain(banned));
});

test("an unknown code keeps the service's message", () => {
  expect(explain(error("brand_new", "A new refusal"))).toEqual({ text: "A new refusal" });
  expect(explain(error("constructor", "Odd"))).toEqual({ text: "Odd" });
});

test("an error without a message still gets a text", () => {
  expect(explain(error(undefined, ""))).toEqual({ text: "Something went wrong" });
});

test("an unresponsive service is not the visitor's error", () => {
  const unavailable = { name: "AuthRetryableFetchError", message: "{}" };
  expect(explain(unavailable).text).toContain("is not responding");
  expect(statusOf(unavailable)).toBe(503);
  expect(statusOf(error("unexpected_failure", "The database is away"))).toBe(503);
  const full = error("insufficient_storage", "There is too little space left on the disk");
  expect(explain(full).text).toContain("Nothing can be saved right now");
  expect(statusOf(full)).toBe(507);
  expect(statusOf(error("invalid_credentials", "Invalid login credentials"))).toBe(400);
});

test.each([
  ["Signup requires a valid password", "password"],
  ["Code needs to be non-empty", "code"],
  ["Verify requires a verification type", undefined],
])("%j is about the field %s", (message, field) => {
  expect(explain(error("validation_failed", message))).toEqual({ text: message, field });
});

test.each([
  [
    "Unable to validate email address: invalid format",
    "Enter an email address, such as name@company.example.",
  ],
  ["Password recovery requires an email", "Enter your email address."],
])("%j is said in a form's words, beside the address", (message, text) => {
  expect(explain(error("validation_failed", message))).toEqual({ text, field: "email" });
});

test("a password of too many bytes is not called one of too many characters", () => {
  const message = "Password cannot be longer than 72 characters";
  const { text, field } = explain(error("validation_failed", message));
  expect(text).toMatch(/72 characters, and fewer when it has accented letters/);
  expect(field).toBe("password");
});

test("the message says in seconds how long to wait for another mail", () => {
  const message = "For security purposes, you can only request this after 1 seconds.";
  expect(explain(error("over_email_send_rate_limit", message)).text).toContain("Wait 1 second ");
  expect(secondsIn(message)).toBe(1);
  expect(secondsIn("email rate limit exceeded")).toBeNull();
});
