import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeWhenAccessEnds } from "./lake-socket";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

const closed = (connection: PassThrough) =>
  new Promise<void>((resolve) => connection.once("close", resolve));

test("the access of an open connection is checked each minute until it is lost", async () => {
  const connection = new PassThrough();
  const answers = [true, false];
  const mayStay = vi.fn(() => Promise.resolve(answers.shift() ?? false));
  closeWhenAccessEnds(connection, mayStay);
  vi.advanceTimersByTime(60_000);
  await mayStay.mock.results[0]?.value;
  expect(connection.destroyed).toBe(false);
  const ended = closed(connection);
  vi.advanceTimersByTime(60_000);
  await ended;
  expect(vi.getTimerCount()).toBe(0);
});

test("a connection that the client closed before the check began is never checked", async () => {
  const connection = new PassThrough();
  const ended = closed(connection);
  connection.destroy();
  await ended;
  const mayStay = vi.fn(() => Promise.resolve(true));
  closeWhenAccessEnds(connection, mayStay);
  vi.advanceTimersByTime(180_000);
  expect(mayStay).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
