import { afterAll, beforeAll, expect, test } from "vitest";
import {
  call,
  goodPassword,
  newAddress,
  startTestService,
  type TestService,
} from "../testing/service";
import { owner, signUpsOn, stranger, strangersPassword } from "../testing/sign-ups";

/** What becomes of an email address that a sign-up and the change of another account both name. */

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ autoconfirm: false });
});
afterAll(() => service.close());

const { openLink, opens, nextMail, signUpAs } = signUpsOn(() => service);

/** An account that has begun to move to the address, and confirmed that at its own. */
async function beginToMove(person: typeof owner, email: string) {
  const own = newAddress();
  const { mail } = await signUpAs(own, person);
  const token = String((await openLink(mail)).body.access_token);
  expect((await call(service.auth, "PUT", "user", { token, body: { email } })).status).toBe(200);
  const mails = { atNew: await nextMail(email), atOwn: await nextMail(own) };
  await openLink(mails.atOwn);
  return { own, mail: mails.atNew };
}

test("a stranger's account does not move to an address whose owner has signed up since", async () => {
  const email = newAddress();
  const moving = await beginToMove(stranger, email);
  const { mail } = await signUpAs(email, owner);
  expect((await openLink(moving.mail)).body.code).toBe("otp_expired");
  expect(await opens(email, strangersPassword)).toBe(false);
  expect((await openLink(mail)).status).toBe(200);
  expect(await opens(email, goodPassword)).toBe(true);
  expect(await opens(moving.own, strangersPassword)).toBe(true);
});

test("nor does one that confirms its own address last", async () => {
  const email = newAddress();
  const own = newAddress();
  const { mail } = await signUpAs(own, stranger);
  const token = String((await openLink(mail)).body.access_token);
  await call(service.auth, "PUT", "user", { token, body: { email } });
  const atNew = await nextMail(email);
  const atOwn = await nextMail(own);
  await signUpAs(email, owner);
  await openLink(atNew);
  expect((await openLink(atOwn)).body.code).toBe("otp_expired");
  expect(await opens(email, strangersPassword)).toBe(false);
});

test("an earlier sign-up of a stranger does not keep the owner from moving to their address", async () => {
  const email = newAddress();
  await signUpAs(email, stranger);
  const moving = await beginToMove(owner, email);
  expect((await openLink(moving.mail)).status).toBe(200);
  expect(await opens(email, goodPassword)).toBe(true);
  expect(await opens(email, strangersPassword)).toBe(false);
});
