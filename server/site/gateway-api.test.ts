import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createGateway } from "./gateway-api";

let site: Server;
let url: string;

beforeAll(async () => {
  const answerGateway = createGateway(async () => ({
    gateway: async (request) =>
      Response.json(null, {
        status: request.headers.get("Authorization") === "Bearer svc_works" ? 402 : 400,
      }),
    maxBodyBytes: () => 100,
  }));
  site = createServer((request, response) => {
    const visitor = String(request.headers["x-visitor"]);
    void answerGateway(request, response, new URL(request.url ?? "/", "http://localhost"), visitor);
  });
  await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening));
  const address = site.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/api/gateway/verify`;
});
afterAll(() => void site.close());

const send = async (visitor: string, key: string, body = "{}") => {
  const headers = { Authorization: `Bearer ${key}`, "X-Visitor": visitor };
  const response = await fetch(url, { method: "POST", headers, body });
  await response.arrayBuffer();
  return response.status;
};

test("messages that are malformed or too large count like wrong keys, until a key is known to work", async () => {
  expect(await send("192.0.2.1", "svc_works")).toBe(402);
  for (let n = 0; n < 30; n += 1) expect(await send("192.0.2.1", "svc_made_up")).toBe(400);
  for (let n = 0; n < 30; n += 1) {
    expect(await send("192.0.2.1", "svc_made_up", "a".repeat(200))).toBe(413);
  }
  expect(await send("192.0.2.1", "svc_made_up")).toBe(429);
  expect(await send("192.0.2.1", "svc_works")).toBe(402);
  expect(await send("192.0.2.2", "svc_made_up")).toBe(400);
});
