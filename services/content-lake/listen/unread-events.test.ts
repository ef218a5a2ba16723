import { afterEach, expect, test } from "vitest";
import { limits } from "../limits";
import { type EventStream, EventStreams } from "./sse";
import { UnreadEvents } from "./unread-events";

const { listenerBuffers } = limits;
afterEach(() => {
  limits.listenerBuffers = listenerBuffers;
});

test("event streams of a user who reads none are cut off together, and those that are read are not", async () => {
  limits.listenerBuffers = 300_000;
  const streams = new EventStreams(new UnreadEvents());
  const open = (userId: string) => {
    let opened: EventStream | undefined;
    const { body } = streams.respond(userId, (stream) => {
      opened = stream;
      return () => (opened = undefined);
    });
    return {
      reader: body?.getReader(),
      isOpen: () => opened !== undefined,
      send: () => opened?.send({ event: "mutation", data: "x".repeat(100_000) }),
    };
  };
  const [first, second, third] = [open("me"), open("me"), open("me")];
  const other = open("other");
  const read = open("me");
  for (let n = 0; n < 5; n++) {
    read.send();
    await read.reader?.read();
  }
  for (const stream of [first, second, other, third]) stream.send();
  expect([first, second, third].map((each) => each.isOpen())).toEqual([true, true, false]);
  await expect(third.reader?.read()).rejects.toThrow("reads too slowly");
  // What the third held counts no more.
  first.send();
  expect([first, second].map((each) => each.isOpen())).toEqual([false, true]);
  second.send();
  expect([second, other, read].map((each) => each.isOpen())).toEqual([true, true, true]);
  streams.close();
});
