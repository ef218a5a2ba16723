import { createServer, type ServerResponse } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { fetchWithin } from "./fetch-within";

setFlagsFromString("--expose-gc");
const collectGarbage = z.function().parse(runInNewContext("gc"));

const bounds = { milliseconds: 300, maxBytes: 1_000 };
let stop = () => {};
afterEach(() => stop());

async function serve(respond: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => respond(response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  stop = () => {
    server.closeAllConnections();
    server.close();
  };
  const address = server.address();
  return typeof address === "object" ? `http://127.0.0.1:${address?.port}` : "";
}

test("a response arrives whole, with its status and headers", async () => {
  const url = await serve((response) => {
    response.writeHead(201, { "Set-Cookie": ["a=1", "b=2"], "X-Own": "yes" }).end('{"a":1}');
  });
  const response = await fetchWithin(bounds, url);
  expect(response.status).toBe(201);
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(response.headers.get("X-Own")).toBe("yes");
  expect(await response.json()).toEqual({ a: 1 });
});

test("a response without a body is one", async () => {
  const url = await serve((response) => response.writeHead(204).end());
  const response = await fetchWithin(bounds, url);
  expect(response.status).toBe(204);
  expect(await response.text()).toBe("");
});

test("a response that does not begin is given up", async () => {
  const url = await serve(() => {});
  await expect(fetchWithin(bounds, url)).rejects.toThrow("No response within 300 ms");
});

test("a response that does not end is given up, even after the garbage is collected", async () => {
  let ended = Promise.resolve();
  const url = await serve((response) => {
    const dripping = setInterval(() => {
      response.write(" ");
      collectGarbage();
    }, 20);
    ended = new Promise((resolve) => response.once("close", resolve));
    response.once("close", () => clearInterval(dripping));
  });
  // With a plain GET undici's controller happens to survive.
  const init = {
    method: "POST",
    body: new URLSearchParams({ a: "b" }),
    redirect: "error",
  } as const;
  const fetched = fetchWithin({ ...bounds, milliseconds: 600 }, url, init);
  await expect(fetched).rejects.toThrow("No response within 600 ms");
  await ended;
});

test("a response that is too large is given up, and its connection closed", async () => {
  let ended = Promise.resolve();
  const url = await serve((response) => {
    const flood = () => {
      while (!response.destroyed && response.write(" ".repeat(10_000)));
    };
    response.on("drain", flood);
    ended = new Promise((resolve) => response.once("close", resolve));
    flood();
  });
  await expect(fetchWithin({ ...bounds, milliseconds: 30_000 }, url)).rejects.toThrow(
    "larger than 1000 bytes",
  );
  await ended;
});

test("an aborted request is aborted", async () => {
  const url = await serve((response) => void response.write(" "));
  const aborted = new AbortController();
  const fetched = fetchWithin({ ...bounds, milliseconds: 30_000 }, url, { signal: aborted.signal });
  aborted.abort(new Error("The visitor has left."));
  await expect(fetched).rejects.toThrow("The visitor has left.");
});
