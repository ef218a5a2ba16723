import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { confirmedPerson } from "./testing/mail";
import {
  call,
  goodPassword,
  newAddress,
  newVisitor,
  type Reply,
  secretKey,
  startTestService,
  type TestService,
  tokensOf,
} from "./testing/service";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ autoconfirm: false });
});
afterAll(() => service.close());

const newPerson = () => confirmedPerson(service);

describe("the mails of an hour", () => {
  async function startFrugal(mailsPerHour: number) {
    const frugal = await startTestService({
      autoconfirm: false,
      mailsPerHour,
      database: { ...service.database, close: async () => {} },
    });
    onTestFinished(() => frugal.close());
    const recover = (email: string, visitor = newVisitor()) =>
      call(frugal.auth, "POST", "recover", { body: { email }, visitor });
    return { ...frugal, recover };
  }

  const noMore = {
    status: 429,
    body: { code: "over_email_send_rate_limit", message: "email rate limit exceeded" },
  };

  test("end for known and unknown addresses alike", async () => {
    const { recover } = await startFrugal(2);
    for (const { email } of [await newPerson(), await newPerson()]) {
      expect((await recover(email)).status).toBe(200);
    }
    const { email: known } = await newPerson();
    for (const email of [newAddress(), known]) {
      const reply = await recover(email);
      expect(reply).toMatchObject(noMore);
      expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
    }
  });

  test("are not spent by addresses that nobody has, nor by sign-ups of those that somebody has", async () => {
    const { auth, mailTo, recover } = await startFrugal(1);
    const { email } = await newPerson();
    // What was not used is given back after the response.
    const accepted = async (ask: () => Promise<Reply>) =>
      vi.waitFor(async () => expect((await ask()).status).toBe(200));
    const signUpAgain = () =>
      call(auth, "POST", "signup", { body: { email, password: goodPassword } });
    for (let count = 0; count < 5; count++) await accepted(() => recover(newAddress()));
    await accepted(signUpAgain);
    await accepted(() => recover(email));
    expect((await mailTo(email)).kind).toBe("recovery");
    expect(await recover(newAddress())).toMatchObject(noMore);
  });

  test("leave one for a browser that has signed in before", async () => {
    const { auth, mailTo, recover } = await startFrugal(6);
    const [{ email }, { email: other }] = [await newPerson(), await newPerson()];
    const signedIn = await call(auth, "POST", "token?grant_type=password", {
      body: { email, password: goodPassword },
    });
    const [device = ""] = signedIn.headers.getSetCookie();
    const [Cookie = ""] = device.split(";");
    for (let count = 0; count < 5; count++) {
      expect((await recover((await newPerson()).email)).status).toBe(200);
    }
    expect(await recover(email)).toMatchObject(noMore);
    const recoverOnDevice = (address: string) =>
      call(auth, "POST", "recover", { body: { email: address }, headers: { Cookie } });
    expect(await recoverOnDevice(other)).toMatchObject(noMore);
    expect((await recoverOnDevice(email)).status).toBe(200);
    expect((await mailTo(email)).kind).toBe("recovery");
  });

  test("are one visitor's to a sixth, whoever they write to", async () => {
    const { recover } = await startFrugal(12);
    const visitor = newVisitor();
    const { email } = await newPerson();
    expect((await recover(newAddress(), visitor)).status).toBe(200);
    expect((await recover(newAddress(), visitor)).status).toBe(200);
    for (const address of [newAddress(), email]) {
      const reply = await recover(address, visitor);
      expect(reply).toMatchObject(noMore);
      expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(60);
    }
    expect((await recover(email)).status).toBe(200);
  });
});

test("a mail is in the queue with what it confirms, in one transaction: killed in between, neither is there", async () => {
  let open = () => {};
  const opened = new Promise<void>((done) => (open = done));
  const queueing = await startTestService({
    database: { ...service.database, close: async () => {} },
    mailer: { autoconfirm: false, queued: true, send: () => opened },
  });
  onTestFinished(async () => {
    open();
    await queueing.close();
  });
  const { email: known } = await newPerson();
  const signedUp = newAddress();
  const invited = newAddress();
  const next = newAddress();
  const ask = (method: string, target: string, options: object) =>
    call(queueing.auth, method, target, options);
  const body = { email: known, password: goodPassword };
  const { accessToken: token } = tokensOf(await ask("POST", "token?grant_type=password", { body }));
  const written = (to: string, kind: string) =>
    queueing.database.query<{ together: boolean }>(
      `select u.xmin = m.xmin as together from auth.users u, auth.mail_queue m
       where $1 in (u.email, u.email_change) and m.letter ->> 'to' = $1 and m.letter ->> 'kind' = $2`,
      [to, kind],
    );
  for (const [to, kind, method, target, options] of [
    [signedUp, "signup", "POST", "signup", { body: { email: signedUp, password: goodPassword } }],
    [invited, "invite", "POST", "invite", { key: secretKey, body: { email: invited } }],
    [known, "reauthentication", "GET", "reauthenticate", { token }],
    [next, "email_change", "PUT", "user", { token, body: { email: next } }],
    [known, "recovery", "POST", "recover", { body: { email: known } }],
  ] as const) {
    expect(await ask(method, target, options), target).toMatchObject({ status: 200 });
    await vi.waitFor(async () =>
      expect(await written(to, kind), target).toEqual([{ together: true }]),
    );
  }
});

test("a mail server that fails does not fail the request, and is reported", async () => {
  const problems: string[] = [];
  const broken = await startTestService({
    database: { ...service.database, close: async () => {} },
    mailer: {
      autoconfirm: false,
      send: () => Promise.reject(new Error("connection refused")),
    },
    logger: { warn: () => {}, error: (_details, message) => void problems.push(message) },
  });
  onTestFinished(() => broken.close());
  const reply = await call(broken.auth, "POST", "signup", {
    body: { email: newAddress(), password: goodPassword },
  });
  expect(reply.status).toBe(200);
  await broken.auth.close();
  expect(problems).toEqual(["The signup mail could not be sent."]);
});
