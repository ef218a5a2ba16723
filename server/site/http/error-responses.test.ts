import { createServer, request as openRequest, type IncomingMessage } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { refuse } from "./error-responses";

/** Sends a request that is refused before its body has arrived. @returns its response's headers */
async function refused(headers: Record<string, string>, status = 503) {
  const server = createServer((request, response) =>
    refuse(request, response, status, "Too many requests are waiting."),
  );
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return new Promise<IncomingMessage["headers"]>((resolve, failed) => {
    const request = openRequest({ port: address.port, method: "POST", headers }, (response) => {
      resolve(response.headers);
      request.destroy();
    });
    request.on("error", failed).flushHeaders();
  });
}

test("a refused request without a body keeps its connection: connecting again costs more", async () => {
  expect((await refused({ "Content-Length": "0" })).connection).toBe("keep-alive");
});

test("the connection of a refused request whose body is still arriving is closed", async () => {
  expect((await refused({ "Content-Length": "9" })).connection).toBe("close");
});

test("nothing more is read from the connection of a malformed request", async () => {
  expect((await refused({ "Content-Length": "0" }, 400)).connection).toBe("close");
});
