import { expect, test } from "vitest";
import { acceptAll, customChoice, readDecision, rejectAll, writeDecision } from "./consent";

function storeWith(entries: Record<string, string> = {}) {
  const values = new Map(Object.entries(entries));
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

test("a visitor who has not chosen yet has no consent stored", () => {
  expect(readDecision(storeWith())).toBeNull();
});

test("accepting enables every category, rejecting only the necessary one", () => {
  const store = storeWith();
  writeDecision(store, acceptAll);
  expect(store.values.get("cookie-consent")).toBe("all");
  expect(readDecision(store)?.preferences).toEqual({
    necessary: true,
    analytics: true,
    preferences: true,
    marketing: true,
  });
  writeDecision(store, rejectAll);
  expect(store.values.get("cookie-consent")).toBe("essential");
  expect(readDecision(store)?.preferences).toEqual({
    necessary: true,
    analytics: false,
    preferences: false,
    marketing: false,
  });
});

test("custom preferences are read back as they were saved", () => {
  const store = storeWith();
  const choice = customChoice({
    necessary: true,
    analytics: true,
    preferences: false,
    marketing: false,
  });
  writeDecision(store, choice);
  expect(store.values.get("cookie-consent")).toBe("custom");
  expect(readDecision(store)).toEqual(choice);
});

test("categories that were not explicitly allowed are refused", () => {
  const store = storeWith({
    "cookie-consent": "custom",
    "cookie-preferences": '{"necessary":false,"analytics":"yes","marketing":true}',
  });
  expect(readDecision(store)?.preferences).toEqual({
    necessary: true,
    analytics: false,
    preferences: false,
    marketing: true,
  });
});

test.each([
  [{ "cookie-consent": "sometimes" }],
  [{ "cookie-consent": "custom" }],
  [{ "cookie-consent": "custom", "cookie-preferences": "{" }],
  [{ "cookie-consent": "custom", "cookie-preferences": "7" }],
])("a damaged stored value (%j) shows the banner again", (entries) => {
  expect(readDecision(storeWith(entries))).toBeNull();
});
