import { lazy, Suspense } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderHtml } from "./render-html.server";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const options = { nonce: "n", maxMilliseconds: 11_000, report: () => {} };
const read = (html: ReadableStream) => new Response(html).text();

test.each([true, false])(
  "a finished page leaves no timer, which would hold its request (isComplete: %s)",
  async (isComplete) => {
    const html = await renderHtml(<p>A page</p>, { ...options, isComplete });
    expect(await read(html)).toContain("A page");
    expect(vi.getTimerCount()).toBe(0);
  },
);

test("nor does one that fails", async () => {
  const Broken = () => {
    throw new Error("broken");
  };
  await expect(renderHtml(<Broken />, { ...options, isComplete: true })).rejects.toThrow("broken");
  expect(vi.getTimerCount()).toBe(0);
});

test("what is missing after the time is left to the browser, and the stream ends", async () => {
  const Late = lazy(() => new Promise<never>(() => {}));
  const page = (
    <Suspense fallback="Soon">
      <Late />
    </Suspense>
  );
  const html = read(await renderHtml(page, { ...options, isComplete: false }));
  await vi.advanceTimersByTimeAsync(11_000);
  expect(await html).toContain("Soon");
});
