import { compare } from "@node-rs/bcrypt";
import { expect, test } from "vitest";
import { commonPasswords, isCommonPassword } from "./common-passwords";
import { hashPassword, passwordMatches, passwordWeakness, requireStrongPassword } from "./password";

test("at least the three thousand commonest passwords are known", () => {
  expect(commonPasswords.size).toBeGreaterThan(3000);
});

test.each([
  ...["password", "password1", "Password123!", "P@ssw0rd", "iloveyou1", "qwertyuiop", "12345678"],
  ...["123456789", "1234567890", "11111111", "abcd1234", "1q2w3e4r", "1qaz2wsx", "football1"],
  ...["sunshine1", "princess1", "superman", "baseball", "jennifer", "trustno1", "welcome1"],
  ...["letmein123", "admin123", "qwerty123", "asdfghjkl", "zxcvbnm1", "Summer2024", "987654321"],
])("%s is refused", (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each(["correct horse battery", "xkq7vmzt", "Wörterbuchseite", "nine lemons"])(
  "%s is accepted",
  (password) => {
    expect(passwordWeakness(password, "ada@mail.example")).toBeNull();
  },
);

test("one's own address is no password", () => {
  expect(passwordWeakness("Ada@Mail.example", "ada@mail.example")?.reasons).toEqual(["pwned"]);
});

test("length is counted in bytes, from 8 to 72", () => {
  expect(passwordWeakness("xkq7vmz", "")?.reasons).toEqual(["length"]);
  expect(passwordWeakness("ßkq7vmz", "")).toBeNull();
  requireStrongPassword("é".repeat(36), "");
  expect(() => requireStrongPassword("é".repeat(36) + "!", "")).toThrow(
    "Password cannot be longer than 72 characters",
  );
});

test("hashes are bcrypt of cost 10, which a hosted project reads", async () => {
  const hash = await hashPassword("nine lemons");
  expect(hash).toMatch(/^\$2[aby]\$10\$/);
  expect(await compare("nine lemons", hash)).toBe(true);
});

test("a longer password does not match by its first 72 bytes", async () => {
  const password = "x".repeat(72);
  expect(await passwordMatches(password, await hashPassword(password))).toBe(true);
  expect(await passwordMatches(`${password}y`, await hashPassword(password))).toBe(false);
});

test("without an account, or without a password on it, nothing matches", async () => {
  expect(await passwordMatches("nine lemons", undefined)).toBe(false);
  expect(await passwordMatches("", "")).toBe(false);
});
