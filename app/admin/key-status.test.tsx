import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { KeyStatus } from "./key-status";

const past = new Date(0);
const future = new Date("9999-01-31T08:00:00Z");
const working = { expiresAt: null, revokedAt: null, rotatedTo: null };
const replaced = { ...working, rotatedTo: crypto.randomUUID() };
const active = { state: "active", closesAt: null } as const;

const say = (
  apiKey: Parameters<typeof KeyStatus>[0]["apiKey"],
  owner: Parameters<typeof KeyStatus>[0]["owner"] = active,
) =>
  renderToStaticMarkup(<KeyStatus apiKey={apiKey} owner={owner} />)
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

test.each([
  ["Active", working],
  ["Expired", { ...working, expiresAt: past }],
  ["Revoked", { ...working, revokedAt: past }],
  ["Replaced until Jan 31, 9999, 08:00", { ...replaced, expiresAt: future }],
  ["Replaced ended Jan 1, 1970, 00:00", { ...replaced, expiresAt: past }],
])("a key is shown as: %s", (words, key) => {
  expect(say(key)).toBe(words);
});

test.each([
  ["account banned", { state: "banned", closesAt: null }],
  ["account deleted", { state: "deleted", closesAt: null }],
  ["account closed", { state: "active", closesAt: future }],
] as const)("no key works while the reason is: %s", (reason, owner) => {
  expect(say(working, owner)).toBe(`Does not work ${reason}`);
  expect(say({ ...replaced, expiresAt: future }, owner)).toBe(`Does not work ${reason}`);
  expect(say({ ...working, revokedAt: past }, owner)).toBe("Revoked");
});
