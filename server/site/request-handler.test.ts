import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { currentRequester } from "@platen/kit";
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import { Pipelining } from "./http/pipelining";
import { FloodDetector } from "./limits/flood-detection";
import { VerifiedSessions } from "./limits/verified-sessions";
import type { Stage } from "./request-context";
import { RequestHandler } from "./request-handler";

/** What a handler needs, with one stage that responds to all. */
const parts = (stage: Stage, clientIpOf: (request: IncomingMessage) => string) => ({
  siteOrigin: "http://localhost",
  security: {
    ...{ mode: "production" as const, hsts: null, styleSources: [], imageHosts: [] },
    ...{ analyticsHosts: [], frameHosts: [], studioHosts: [] },
  },
  logger: pino({ level: "silent" }),
  watch: () => {},
  clientIpOf,
  pages: null,
  verifiedSessions: new VerifiedSessions("session"),
  pipelining: new Pipelining(() => {}),
  parsingBudget: null,
  onRefused: () => {},
  hasAdmitted: () => false,
  floods: null,
  personalCookies: [],
  isAccepting: () => false,
  pressure: { accepted: () => 0, isUrgent: () => false },
  stages: [stage],
});

async function serve(handle: RequestListener): Promise<number> {
  const server = createServer(handle);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}

test("what a page asks of the database is on behalf of its visitor's network", async () => {
  const requesters: (string | undefined)[] = [];
  const stage: Stage = async ({ response }) => {
    await Promise.resolve();
    requesters.push(currentRequester());
    response.end();
    return null;
  };
  const port = await serve(new RequestHandler(parts(stage, () => "2001:db8:1:2::3")).handle);
  await fetch(`http://127.0.0.1:${port}/`);
  expect(requesters).toEqual(["2001:db8:1::/48"]);
});

test("a visitor does not wait behind all requests of a network that floods", async () => {
  const floods = new FloodDetector();
  floods.note("192.0.2.1", 10);
  const stage: Stage = ({ response }) => {
    response.end();
    return null;
  };
  const ipOf = ({ headers }: IncomingMessage) => String(headers["x-client"]);
  const port = await serve(new RequestHandler({ ...parts(stage, ipOf), floods }).handle);
  const sockets: Socket[] = [];
  // One after another: together they overflow the backlog on a busy machine, and the last are
  // accepted only when the others have had their responses.
  for (let n = 0; n <= 600; n += 1) {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    sockets.push(socket);
  }
  const answered: string[] = [];
  const ends = sockets.map(async (socket, n) => {
    const client = n < 600 ? "192.0.2.1" : "198.51.100.1";
    socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\nX-Client: ${client}\r\n\r\n`);
    await once(socket, "data");
    answered.push(client);
  });
  await ends[600];
  // The first two hundred of a flood are held, and the others refused at once.
  expect(answered.length).toBeLessThan(200);
  for (const socket of sockets) socket.destroy();
});
