import { createServer, request, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createGatewayApi } from "./gateway-api";

let site: Server;
let url: string;

beforeAll(async () => {
  const handleGateway = createGatewayApi(async (request) =>
    Response.json(null, {
      status: request.headers.get("Authorization") === "Bearer svc_works" ? 402 : 400,
    }),
  );
  site = createServer((request, response) => {
    const clientIp = String(request.headers["x-visitor"]);
    void handleGateway(
      request,
      response,
      new URL(request.url ?? "/", "http://localhost"),
      clientIp,
    );
  });
  await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening));
  const address = site.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/api/gateway/verify`;
});
afterAll(() => void site.close());

const send = async (clientIp: string, key: string, body = "{}") => {
  const headers = { Authorization: `Bearer ${key}`, "X-Visitor": clientIp };
  const response = await fetch(url, { method: "POST", headers, body });
  await response.arrayBuffer();
  return response.status;
};

test("malformed and oversized messages count like wrong keys, until a key has worked", async () => {
  expect(await send("192.0.2.1", "svc_works")).toBe(402);
  for (let n = 0; n < 30; n += 1) expect(await send("192.0.2.1", "svc_made_up")).toBe(400);
  for (let n = 0; n < 30; n += 1) {
    expect(await send("192.0.2.1", "svc_made_up", "a".repeat(20_000))).toBe(413);
  }
  expect(await send("192.0.2.1", "svc_made_up")).toBe(429);
  expect(await send("192.0.2.1", "svc_works")).toBe(402);
  expect(await send("192.0.2.2", "svc_made_up")).toBe(400);
});

test("messages whose bodies arrive together pass no more often than those in turn", async () => {
  const headers = {
    ...{ Authorization: "Bearer svc_made_up", "X-Visitor": "192.0.2.3" },
    "Content-Length": "2",
  };
  const statuses: (number | undefined)[] = [];
  const messages = Array.from({ length: 70 }, () => {
    const message = request(url, { method: "POST", headers, agent: false });
    message.on("response", (response) => statuses.push(response.resume().statusCode));
    message.on("error", () => {}).flushHeaders();
    return message;
  });
  // These are refused before their bodies come.
  await expect.poll(() => statuses).toEqual(Array(10).fill(429));
  for (const message of messages) message.end("{}");
  await expect.poll(() => statuses.filter((status) => status === 400)).toHaveLength(60);
});

test("keys that work are not counted", async () => {
  expect(await send("192.0.2.4", "svc_works")).toBe(402);
  for (let n = 0; n < 60; n += 1) expect(await send("192.0.2.4", "svc_made_up")).toBe(400);
  expect(await send("192.0.2.4", "svc_made_up")).toBe(429);
});
