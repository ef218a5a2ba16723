import { dictionary } from "@zxcvbn-ts/language-common";
import fc from "fast-check";
import { expect, test } from "vitest";
import { passwordWeakness, requireStrongPassword } from "./password-rules";
import { wellKnownPasswords } from "../testing/well-known-passwords";

const site = {
  siteUrl: "https://www.platen.example",
  brandName: () => "Platen Büro",
  minPasswordLength: 8,
};
const ada = {
  email: "ada.lovelace@countess.example",
  metadata: { full_name: "Augusta Ada King", nickname: "Lady Fairy", theme: "midsummer" },
};

const reasonsOf = async (password: string, owner: Parameters<typeof passwordWeakness>[2] = ada) =>
  (await passwordWeakness(site, password, owner))?.reasons ?? [];

test("the most common passwords are refused, in any case", async () => {
  const commonest = dictionary["passwords-common"].filter(({ length }) => length >= 8);
  expect(commonest.length).toBeGreaterThan(3000);
  for (const password of commonest.slice(0, 3000)) {
    expect([password, await reasonsOf(password)]).toEqual([password, ["pwned"]]);
    expect([password, await reasonsOf(password.toUpperCase())]).toEqual([password, ["pwned"]]);
  }
});

test("none of the best known passwords is accepted", async () => {
  const accepted: string[] = [];
  for (const password of wellKnownPasswords) {
    if ((await reasonsOf(password)).length === 0) accepted.push(password);
  }
  expect(accepted).toEqual([]);
  expect(new Set(wellKnownPasswords).size).toBeGreaterThan(450);
});

test.each([
  ...["password", "password1", "Password123!", "P@ssw0rd", "iloveyou1", "qwertyuiop", "12345678"],
  ...["123456789", "1234567890", "11111111", "abcd1234", "1q2w3e4r", "1qaz2wsx", "football1"],
  ...["sunshine1", "princess1", "superman", "baseball", "jennifer", "trustno1", "welcome1"],
  ...["letmein123", "admin123", "qwerty123", "asdfghjkl", "zxcvbnm1", "Summer2024", "987654321"],
  ...[
    "q1w2e3r4t5",
    "midnight",
    "blink182",
    "Admin@123",
    "1qaz2wsx3edc",
    "dragondragon",
    "abcabcabc",
  ],
])("%s is refused", async (password) => {
  expect(await reasonsOf(password)).toEqual(["pwned"]);
});

test.each([
  ["the site's name", "platen2026"],
  ["the site's name with accents", "platenburo1"],
  ["the site's host", "www.platen.example"],
  ["one's own email address", "Ada.Lovelace@countess.example"],
  ["parts of one's own email address", "lovelace1815"],
  ["one's own name", "AugustaKing!"],
  ["one's own name in disguise", "@ugu5t@k1ng"],
  ["one's nickname, twice", "fairyfairy"],
])("%s is not a password: %s", async (_what, password) => {
  expect(await reasonsOf(password)).toEqual(["pwned"]);
});

test("another user's name is accepted", async () => {
  const grace = { email: "grace@mail.example" };
  expect(await reasonsOf("lovelace-countess", grace)).toEqual([]);
});

test.each([
  "correct horse battery",
  "xkq7vmzt",
  "Wörterbuchseite",
  "nine lemons",
  "密码是一只蓝色的鸟",
])("%s is accepted", async (password) => {
  expect(await reasonsOf(password)).toEqual([]);
});

test("passphrases of different words are accepted", async () => {
  const words = dictionary["diceware-common"].filter(({ length }) => length >= 4);
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...words), { minLength: 4, maxLength: 6 }),
      async (chosen) => {
        const password = chosen.join(" ");
        if (password.length <= 72) expect(await reasonsOf(password)).toEqual([]);
      },
    ),
  );
});

test("passwords of a password manager are accepted", async () => {
  const characters = [..."ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789!@#$%^&*"];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...characters), { minLength: 12, maxLength: 72 }),
      async (chosen) => {
        expect(await reasonsOf(chosen.join(""))).toEqual([]);
      },
    ),
    { seed: 20261123 },
  );
});

test("every input gets an answer, even if normalization lengthens it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", maxLength: 72 }), async (password) => {
      await passwordWeakness(site, password, ada);
    }),
  );
  await passwordWeakness(site, "\u{fdfa}".repeat(24), ada);
});

test("names of any length are compared", async () => {
  const owner = { email: "", metadata: { full_name: "xylophone ".repeat(100_000), name: 7 } };
  expect(await reasonsOf("xylophone7", owner)).toEqual(["pwned"]);
});

test("a refusal says what to do", async () => {
  await expect(requireStrongPassword(site, "midnight", ada)).rejects.toMatchObject({
    status: 422,
    code: "weak_password",
    message: expect.stringContaining("four words that have nothing to do with you"),
    details: { weakPassword: ["pwned"] },
  });
});

test("length is counted in bytes, from 8 to 72", async () => {
  expect(await reasonsOf("xkq7vmz")).toEqual(["length"]);
  expect(await reasonsOf("ßkq7vmz")).toEqual([]);
  expect(await reasonsOf("")).toEqual(["length"]);
  await requireStrongPassword(site, "ñandú y té ".repeat(5), ada);
  await expect(requireStrongPassword(site, `${"é".repeat(36)}!`, ada)).rejects.toThrow(
    "Password cannot be longer than 72 characters",
  );
});
