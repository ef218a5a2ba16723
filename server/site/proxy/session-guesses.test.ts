import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import type { StudioAccess } from "~/account/session/studio-session.server";
import { VerifiedSessions } from "../limits/verified-sessions";
import { SessionGuesses } from "./session-guesses";

const editor: StudioAccess = {
  allowed: true,
  identity: { id: "1", name: "Ada", email: "ada@example.com", role: "editor" },
};
const refused: StudioAccess = { allowed: false, reason: "signed-out" };

function requestWith(session: string): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers.cookie = `session=${session}`;
  return request;
}

/** Checks that all begin before the first ends. */
function countedChecks() {
  const guesses = new SessionGuesses(new VerifiedSessions("session"));
  let checks = 0;
  return {
    count: () => checks,
    check: (session: string, access: StudioAccess) =>
      guesses.check(requestWith(session), "192.0.2.1", async () => {
        checks++;
        await new Promise(setImmediate);
        return access;
      }),
  };
}

test("of two hundred made-up sessions that come together, sixty are checked", async () => {
  const { check, count } = countedChecks();
  const sessions = Array.from({ length: 200 }, (_, index) => `made-up-${index}`);
  const found = await Promise.all(sessions.map((session) => check(session, refused)));
  expect(count()).toBe(60);
  expect(found.filter((access) => access === null)).toHaveLength(140);
  expect(await check("ada", editor)).toBeNull();
});

test("a hundred requests of one admitted session use up no guess, however many are refused later", async () => {
  const { check } = countedChecks();
  const together = await Promise.all(Array.from({ length: 100 }, () => check("ada", editor)));
  expect(together).toEqual(Array.from({ length: 100 }, () => editor));
  for (let index = 0; index < 60; index++) {
    expect(await check(`made-up-${index}`, refused)).toEqual(refused);
  }
  expect(await check("another", refused)).toBeNull();
  expect(await check("ada", editor)).toEqual(editor);
});

test("a hundred requests of one refused session are one check", async () => {
  const { check, count } = countedChecks();
  const together = await Promise.all(Array.from({ length: 100 }, () => check("ended", refused)));
  expect(together).toEqual(Array.from({ length: 100 }, () => refused));
  expect(count()).toBe(1);
});
