import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { decodeJwt } from "jose";
import { confirmEmailChange } from "./email-change";
import { requireUser } from "../users/require-user";
import { confirmedPerson, linkOf } from "../testing/mail";
import { call, signUp, startTestService, type TestService, tokensOf } from "../testing/service";

/**
 * What changes of address cost the people whose mailboxes they name, and tell those who try them.
 */

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const change = (token: string, email: string) =>
  call(service.auth, "PUT", "user", { token, body: { email } });

test("an account may try one new address a minute, whether it is taken or not", async () => {
  const { accessToken } = await signUp(service);
  const others = [(await signUp(service)).email, (await signUp(service)).email];
  expect((await change(accessToken, others[0] ?? "")).status).toBe(422);
  expect((await change(accessToken, others[1] ?? "")).status).toBe(429);
  expect((await change(accessToken, "free@platen.example")).status).toBe(429);
});

test("a mailbox gets one such mail a minute, however many accounts request it", async () => {
  const victim = "victim@platen.example";
  const accounts = [await signUp(service), await signUp(service), await signUp(service)];
  const statuses: number[] = [];
  for (const { accessToken } of accounts) statuses.push((await change(accessToken, victim)).status);
  expect(statuses).toEqual([200, 429, 429]);
  service.wait(61);
  expect((await change(accounts[1]?.accessToken ?? "", victim)).status).toBe(200);
});

test("a mailbox that a change is sent to again gets no other within the minute", async () => {
  const mailed = await startTestService({ autoconfirm: false });
  onTestFinished(() => mailed.close());
  const [owner, other] = [await confirmedPerson(mailed), await confirmedPerson(mailed)];
  const moveTo = (token: string) =>
    call(mailed.auth, "PUT", "user", { token, body: { email: "next@platen.example" } });
  expect((await moveTo(owner.accessToken)).status).toBe(200);
  mailed.wait(61);
  const body = { type: "email_change", email: owner.email };
  expect((await call(mailed.auth, "POST", "resend", { body })).status).toBe(200);
  await mailed.mailTo("next@platen.example", 1);
  expect((await moveTo(other.accessToken)).status).toBe(429);
});

test("the session of a changed address cannot be taken for one that a mail for a new password opened", async () => {
  const mailed = await startTestService({ autoconfirm: false });
  onTestFinished(() => mailed.close());
  const { email, accessToken } = await confirmedPerson(mailed);
  const next = "moved@platen.example";
  await call(mailed.auth, "PUT", "user", { token: accessToken, body: { email: next } });
  const verify = async (address: string, seen = 0) =>
    call(mailed.auth, "POST", "verify", { body: linkOf(await mailed.mailTo(address, seen)) });
  // The first mail to the old address confirmed the sign-up.
  await verify(email, 1);
  const { accessToken: token } = tokensOf(await verify(next));
  expect(decodeJwt(token)).toMatchObject({ email: next, amr: [{ method: "email_change" }] });
});

test("a confirmation does not count for a change that began after its account was read", async () => {
  const mailed = await startTestService({ autoconfirm: false });
  onTestFinished(() => mailed.close());
  const { accessToken } = await confirmedPerson(mailed);
  const { database } = mailed;
  const moveTo = (email: string) =>
    call(mailed.auth, "PUT", "user", { token: accessToken, body: { email } });
  await moveTo("meant@platen.example");
  const id = decodeJwt(accessToken).sub ?? "";
  const read = await requireUser(database, id);
  mailed.wait(61);
  expect((await moveTo("thief@platen.example")).status).toBe(200);
  const confirmed = { type: "email_change_token_current" as const, issuedAt: new Date() };
  const confirming = database.transaction((db) =>
    confirmEmailChange({ now: () => new Date() }, db, read, confirmed, "127.0.0.1"),
  );
  await expect(confirming).rejects.toMatchObject({ status: 403 });
  const { email_change: next, email_change_confirm_status: status } = await requireUser(
    database,
    id,
  );
  expect({ next, status }).toEqual({ next: "thief@platen.example", status: 0 });
});
