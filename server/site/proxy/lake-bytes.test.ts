import { once } from "node:events";
import { createServer, get, type IncomingMessage, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LakeForwarder } from "./lake-forwarder";

let lake: Server;
let forwarder: LakeForwarder;
let site: Server;
let port: number;

async function listen(server: Server): Promise<number> {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}

beforeAll(async () => {
  lake = createServer((_request, response) => {
    response.writeHead(200, { "Content-Length": 100_000_000 });
    response.write("a");
  });
  forwarder = new LakeForwarder(new URL(`http://127.0.0.1:${await listen(lake)}`));
  site = createServer((request, response) => {
    void forwarder.forward(request, response, String(request.headers["x-network"]), {});
  });
  port = await listen(site);
});
afterAll(() => {
  forwarder.close();
  for (const server of [site, lake]) {
    server.closeAllConnections();
    server.close();
  }
});

/** Loads the first byte of a response of 100 MB. */
async function load(path: string, network: string): Promise<IncomingMessage> {
  const request = get({ port, path, headers: { "X-Network": network }, agent: false });
  const [response]: IncomingMessage[] = await once(request, "response");
  if (!response) throw new Error("There was no response.");
  response.destroy();
  return response;
}

const picture = "/lake/images/local/production/a.jpg";

test("a network loads 300 MB of pictures and files a minute, and is told when there is more", async () => {
  const statuses = [];
  for (const path of [picture, "/lake/files/local/production/b.pdf", picture, picture]) {
    const { statusCode, headers } = await load(path, "192.0.2.1");
    statuses.push([statusCode, headers["retry-after"] !== undefined]);
  }
  expect(statuses).toEqual([
    [200, false],
    [200, false],
    [200, false],
    [429, true],
  ]);
  expect(await load(picture, "198.51.100.1")).toMatchObject({ statusCode: 200 });
  const query = "/lake/vX/data/query/production?query=*";
  expect(await load(query, "192.0.2.1")).toMatchObject({ statusCode: 200 });
});
