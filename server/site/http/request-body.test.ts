import { PassThrough } from "node:stream";
import { afterEach, expect, test, vi } from "vitest";
import { readBody } from "./request-body";

afterEach(() => void vi.useRealTimers());

test("a body is read completely", async () => {
  const request = new PassThrough();
  const body = readBody(request, 10);
  request.write("email");
  request.end("=a");
  expect(String(await body)).toBe("email=a");
});

test("an oversized body is refused as soon as it exceeds the limit", async () => {
  const request = new PassThrough();
  const body = readBody(request, 10);
  request.write("a".repeat(11));
  expect(await body).toMatchObject({ status: 413 });
});

test("a body that is cut off is refused", async () => {
  const request = new PassThrough();
  const body = readBody(request, 10);
  request.write("a");
  request.destroy();
  expect(await body).toMatchObject({ status: 400 });
});

test("a body that arrives byte by byte is refused, one on a slow line is not", async () => {
  vi.useFakeTimers();
  const [drops, slow] = [new PassThrough(), new PassThrough()];
  const bodies = [readBody(drops, 1_000_000), readBody(slow, 1_000_000)] as const;
  for (let second = 0; second < 20; second += 1) {
    drops.write("a");
    slow.write("a".repeat(2_000));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  slow.end();
  expect(await bodies[0]).toMatchObject({ status: 408 });
  expect(await bodies[1]).toHaveLength(40_000);
});

test("a body that stops before its last byte is refused after a minute", async () => {
  vi.useFakeTimers();
  const request = new PassThrough();
  const body = readBody(request, 1_000_000);
  request.write("a".repeat(999_999));
  await vi.advanceTimersByTimeAsync(62_000);
  expect(await body).toMatchObject({ status: 408 });
});

test("a body in thousands of tiny pieces is refused", async () => {
  const request = new PassThrough();
  const body = readBody(request, 1_000_000);
  for (let n = 0; n < 1_001; n += 1) {
    request.write("a");
    await new Promise((read) => setImmediate(read));
  }
  expect(await body).toMatchObject({ status: 400 });
});
