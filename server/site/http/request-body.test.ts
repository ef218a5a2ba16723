import { PassThrough } from "node:stream";
import { afterEach, expect, test, vi } from "vitest";
import { readBody } from "./request-body";

afterEach(() => void vi.useRealTimers());

const isContended = () => false;

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

test("a body that cannot be complete in time is refused early", async () => {
  vi.useFakeTimers();
  const request = Object.assign(new PassThrough(), { headers: { "content-length": "600000" } });
  const body = readBody(request, 1_000_000);
  for (let second = 0; second < 12; second += 1) {
    request.write("a".repeat(5_000));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(await body).toMatchObject({ status: 408 });
});

test("a large body waits to be admitted, and that time does not count", async () => {
  vi.useFakeTimers();
  const request = new PassThrough();
  let admit: (isAdmitted: boolean) => void = () => {};
  const admission = {
    bytes: 5,
    admit: () => new Promise<boolean>((resolve) => (admit = resolve)),
    isContended,
  };
  const body = readBody(request, 1_000_000, admission);
  request.write("123456");
  await vi.advanceTimersByTimeAsync(90_000);
  request.write("789");
  admit(true);
  await vi.advanceTimersByTimeAsync(1_000);
  request.end("0");
  expect(String(await body)).toBe("1234567890");
});

test("a large body that stops once it is admitted is refused soon", async () => {
  vi.useFakeTimers();
  const request = new PassThrough();
  const admission = { bytes: 65_536, admit: () => Promise.resolve(true), isContended };
  const body = readBody(request, 1_000_000, admission);
  request.write("a".repeat(66_000));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await body).toMatchObject({ status: 408 });
});

test("a large body that is not admitted is refused, a small one does not ask", async () => {
  const admission = { bytes: 5, admit: () => Promise.resolve(false), isContended };
  const [large, small] = [new PassThrough(), new PassThrough()];
  const bodies = [readBody(large, 10, admission), readBody(small, 10, admission)] as const;
  large.write("123456");
  small.end("12345");
  expect(await bodies[0]).toMatchObject({ status: 503 });
  expect(await bodies[1]).toHaveLength(5);
});
