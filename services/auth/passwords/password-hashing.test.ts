import { compare } from "@node-rs/bcrypt";
import { currentRequester, FairSlots, onBehalfOf } from "@platen/kit";
import { expect, test } from "vitest";
import { isBcrypt, PasswordHashing } from "./password-hashing";

const hashing = new PasswordHashing(() => new Date());
const ada = { ipAddress: "203.0.113.9", account: "ada@mail.example" };

const matches = async (password: string, encrypted_password: string | null) =>
  (await hashing.check(password, ada, async () => ({ encrypted_password }))).matches;

test("hashes are bcrypt of cost 10, as a hosted project reads them", async () => {
  const hash = await hashing.hash("nine lemons", ada);
  expect(hash).toMatch(/^\$2[aby]\$10\$/);
  expect(await compare("nine lemons", hash)).toBe(true);
});

test("a longer password does not match by its first 72 bytes", async () => {
  const password = "x".repeat(72);
  const hash = await hashing.hash(password, ada);
  expect(await matches(password, hash)).toBe(true);
  expect(await matches(`${password}y`, hash)).toBe(false);
});

test("a missing account or password never matches", async () => {
  const nobody = await hashing.check("nine lemons", ada, async () => undefined);
  expect(nobody).toEqual({ account: undefined, matches: false });
  expect(await matches("nine lemons", null)).toBe(false);
  expect(await matches("", "")).toBe(false);
});

test("a hash that would take seconds or hours to check is unsupported", () => {
  const hash = (cost: string) => `$2b$${cost}$${"a".repeat(53)}`;
  expect(["04", "10", "14"].map((cost) => isBcrypt(hash(cost)))).toEqual([true, true, true]);
  expect(["03", "15", "31"].map((cost) => isBcrypt(hash(cost)))).toEqual([false, false, false]);
});

test("the account is read before all that its visitor's network still wants of the database", async () => {
  const database = new FairSlots(1);
  const order: string[] = [];
  const query = (what: string) =>
    database.run(currentRequester() ?? "", async () => void order.push(what));
  const free = await database.take("another network");
  const [flood, lookups] = onBehalfOf("a network", () => [
    Array.from({ length: 20 }, () => query("flood")),
    hashing.check("nine lemons", ada, async () => {
      for (const what of ["account", "attempts", "draft"]) await query(what);
      return undefined;
    }),
  ]);
  free();
  await Promise.all([...flood, lookups]);
  expect(order.slice(0, 5)).toEqual(["flood", "account", "flood", "attempts", "flood"]);
});
