import { createServer } from "node:http";
import { currentRequester } from "@platen/kit";
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import { Pipelining } from "./http/pipelining";
import { VerifiedSessions } from "./limits/verified-sessions";
import { createRequestHandler } from "./request-handler";

test("what a page asks of the database is on behalf of its visitor's network", async () => {
  const requesters: (string | undefined)[] = [];
  const handle = createRequestHandler({
    siteOrigin: "http://localhost",
    security: {
      ...{ mode: "production", https: false, styleSources: [], imageHosts: [] },
      ...{ analyticsHosts: [], frameHosts: [], studioHosts: [] },
    },
    logger: pino({ level: "silent" }),
    watch: () => {},
    clientIpOf: () => "2001:db8:1:2::3",
    pages: null,
    verifiedSessions: new VerifiedSessions("session"),
    pipelining: new Pipelining(() => {}),
    parsingBudget: null,
    refused: () => {},
    hasAdmitted: () => false,
    floods: null,
    personalCookies: [],
    isAccepting: () => false,
    delayed: { accepted: () => 0, isUrgent: () => false },
    stages: [
      async ({ response }) => {
        await Promise.resolve();
        requesters.push(currentRequester());
        response.end();
        return null;
      },
    ],
  });
  const server = createServer(handle);
  onTestFinished(() => void server.close());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  await fetch(`http://127.0.0.1:${address.port}/`);
  expect(requesters).toEqual(["2001:db8:1::/48"]);
});
