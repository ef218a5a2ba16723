import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isHolding } from "../opening/held-for-field";
import { returnFocus } from "./returned-focus";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
  const page = { activeElement: null, querySelectorAll: () => [] };
  vi.stubGlobal("document", Object.assign(new EventTarget(), page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("keys work again within half a second of leaving the form of a dialog that was closing", () => {
  returnFocus({ focus: () => undefined });
  expect(isHolding()).toBe(true);
  vi.advanceTimersByTime(500);
  expect(isHolding()).toBe(false);
});
