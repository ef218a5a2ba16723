import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveLake, type ServedLake } from "../testing/serve";

let served: ServedLake;

beforeAll(async () => {
  served = await serveLake();
});
afterAll(() => served.close());

describe("an event stream", () => {
  test("that was interrupted continues after its last event, or starts again when that is forgotten", async () => {
    const client = served.client();
    const listen = async (events: number, lastEventId?: string, query = "*[_type == 'log']") => {
      const path = `${served.url}/v2025-02-19/data/listen/production?enableResume=true&query=${encodeURIComponent(query)}`;
      const abort = new AbortController();
      const headers = served.as({ id: "editor" });
      const response = await fetch(path, {
        headers: lastEventId ? { ...headers, "Last-Event-ID": lastEventId } : headers,
        signal: abort.signal,
      });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      const read = async (count: number) => {
        while ((text.match(/^event: /gm) ?? []).length < count) {
          text += (await reader?.read())?.value ?? "";
        }
        return [...text.matchAll(/^(?:event|id): (.*)$/gm)].map(([, value]) => value);
      };
      const greeting = await read(events);
      return { greeting, read, abort: () => abort.abort() };
    };
    const first = await listen(1);
    await client
      .transaction()
      .transactionId("one")
      .create({ _id: "log-1", _type: "log" })
      .create({ _id: "log-2", _type: "log" })
      .commit();
    expect(await first.read(3)).toEqual([
      "welcome",
      ...["mutation", "one#log-1", "mutation", "one#log-2"],
    ]);
    first.abort();
    await client
      .transaction()
      .transactionId("two")
      .delete("log-1")
      .create({ _id: "x", _type: "note" })
      .commit();
    await client
      .transaction()
      .transactionId("three")
      .patch("log-2", { set: { n: 1 } })
      .commit();
    const missed = ["mutation", "one#log-2", "mutation", "two#log-1", "mutation", "three#log-2"];
    const second = await listen(4, "one#log-1");
    expect(second.greeting).toEqual(["welcomeback", ...missed]);
    second.abort();
    for (const unknown of ["forgotten#log-1", "one#x", "nonsense"]) {
      const third = await listen(1, unknown);
      expect(third.greeting).toEqual(["welcome"]);
      third.abort();
    }
    const reaching = await listen(1, "one#log-1", "*[_type == 'log' && !defined(a->b)]");
    expect(reaching.greeting).toEqual(["welcome"]);
    reaching.abort();
  });

  test("is refused to a user who has a hundred open, and to nobody else", async () => {
    let abort = new AbortController();
    // Garbage collection would close the streams of responses that nobody holds.
    const held: Response[] = [];
    const statusFor = async (id: string) => {
      const headers = served.as({ id });
      const url = `${served.url}/v1/data/listen/production?query=*`;
      const response = await fetch(url, { headers, signal: abort.signal });
      held.push(response);
      return response.status;
    };
    for (let n = 0; n < 100; n++) expect(await statusFor("eager")).toBe(200);
    expect(await statusFor("eager")).toBe(429);
    expect(await statusFor("editor")).toBe(200);
    abort.abort();
    abort = new AbortController();
    await expect.poll(() => statusFor("eager")).toBe(200);
    abort.abort();
  });

  test("reports the reason of a malformed filter", async () => {
    const response = await fetch(`${served.url}/v1/data/listen/production?query=*[`, {
      headers: served.as({ id: "editor" }),
    });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    expect(await response.text()).toMatch(/^event: channelError\ndata: \{"message":/);
  });
});
