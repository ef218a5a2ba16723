import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { eventually } from "@platen/kit/testing/eventually";
import { withoutClose } from "@platen/postgres/testing/without-close";
import { confirmedPerson } from "../testing/mail";
import {
  call,
  goodPassword,
  newAddress,
  newVisitor,
  secretKey,
  startTestService,
  type TestService,
  tokensOf,
} from "../testing/service";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ autoconfirm: false });
});
afterAll(() => service.close());

const newPerson = () => confirmedPerson(service);

describe("the mails of an hour", () => {
  async function startFrugal(mailsPerHour: number) {
    const frugal = await startTestService({
      mailsPerHour,
      mailer: { autoconfirm: false, queued: true, send: async () => {} },
      database: withoutClose(service.database),
      logger: { warn: () => {}, error: console.error },
    });
    onTestFinished(() => frugal.close());
    const recover = (email: string, visitor = newVisitor(), headers = {}) =>
      call(frugal.auth, "POST", "recover", { body: { email }, visitor, headers });
    return {
      ...frugal,
      recover,
      /** Minutes until each queued mail may be sent. */
      async waiting() {
        const rows = await frugal.database.query<{ to: string; minutes: number }>(
          `select letter ->> 'to' as to, round(extract(epoch from due_at - created_at) / 60)::int as minutes
           from auth.mail_queue order by due_at`,
        );
        await frugal.database.query("delete from auth.mail_queue where due_at > created_at");
        return rows.filter(({ minutes }) => minutes > 0);
      },
      /** Waits until an accepted request has been processed. */
      async recorded(email: string) {
        await eventually(async () => {
          const rows = await frugal.database.query(
            "select from auth.users where email = $1 and recovery_sent_at is not null",
            [email],
          );
          expect(rows).toHaveLength(1);
        });
      },
    };
  }

  const noMore = {
    status: 429,
    body: { code: "over_email_send_rate_limit", message: "email rate limit exceeded" },
  };

  test("above the limit wait for their turn, and no response tells whether a mail was necessary", async () => {
    const { recover, recorded, waiting } = await startFrugal(6);
    for (let count = 0; count < 5; count++) {
      const { email } = await newPerson();
      expect((await recover(email)).status).toBe(200);
      await recorded(email);
    }
    const { email: known } = await newPerson();
    for (const email of [newAddress(), known, newAddress(), (await newPerson()).email]) {
      expect((await recover(email)).status).toBe(200);
    }
    await recorded(known);
    expect(await waiting()).toEqual([{ to: known, minutes: 30 }]);
  });

  test("have codes and links whose lifetime starts when they are sent", async () => {
    const { auth, database, recover, recorded, wait } = await startFrugal(6);
    const people = [];
    for (let count = 0; count < 6; count++) {
      const { email } = await newPerson();
      people.push(email);
      await recover(email);
      await recorded(email);
    }
    const [last] = await database.query<{ link: string }>(
      "select letter ->> 'link' as link from auth.mail_queue where letter ->> 'to' = $1",
      [people.at(-1)],
    );
    wait(1800 + 3590);
    const token_hash = new URL(last?.link ?? "").searchParams.get("token_hash");
    const opened = await call(auth, "POST", "verify", { body: { type: "recovery", token_hash } });
    expect(opened.status).toBe(200);
    await database.query("delete from auth.mail_queue");
  });

  test("are not used up by unknown addresses, nor by sign-ups with taken ones", async () => {
    const { auth, recover, recorded, waiting } = await startFrugal(1);
    const { email } = await newPerson();
    const signUpWith = (to: string) =>
      call(auth, "POST", "signup", { body: { email: to, password: goodPassword } });
    for (let count = 0; count < 5; count++) {
      expect((await recover(newAddress())).status).toBe(200);
    }
    expect((await signUpWith(email)).status).toBe(200);
    expect((await recover(email)).status).toBe(200);
    await recorded(email);
    expect(await waiting()).toEqual([]);
    // The response is the same when the limit is used up; otherwise it would reveal that earlier
    // mails were sent.
    expect((await signUpWith(newAddress())).status).toBe(200);
    expect(await waiting()).toEqual([]);
  });

  test("leave one for a browser that has signed in before", async () => {
    const { auth, recover, recorded, waiting } = await startFrugal(6);
    const [{ email }, { email: other }] = [await newPerson(), await newPerson()];
    const signedIn = await call(auth, "POST", "token?grant_type=password", {
      body: { email, password: goodPassword },
    });
    const [device = ""] = signedIn.headers.getSetCookie();
    const [Cookie = ""] = device.split(";");
    for (let count = 0; count < 5; count++) {
      const { email: someone } = await newPerson();
      await recover(someone);
      await recorded(someone);
    }
    await recover(other, newVisitor(), { Cookie });
    await recorded(other);
    expect(await waiting()).toEqual([{ to: other, minutes: 30 }]);
    await recover(email, newVisitor(), { Cookie });
    await recorded(email);
    expect(await waiting()).toEqual([]);
  });

  test("are limited to a sixth for one visitor, regardless of the recipients", async () => {
    const { recover } = await startFrugal(12);
    const visitor = newVisitor();
    const { email } = await newPerson();
    expect((await recover(newAddress(), visitor)).status).toBe(200);
    expect((await recover(newAddress(), visitor)).status).toBe(200);
    for (const to of [newAddress(), email]) {
      const reply = await recover(to, visitor);
      expect(reply).toMatchObject(noMore);
      expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(60);
    }
    expect((await recover(email)).status).toBe(200);
  });
});

test("a mail is queued in the same transaction as what it confirms: after a kill neither is there", async () => {
  let open = () => {};
  const opened = new Promise<void>((done) => (open = done));
  const queueing = await startTestService({
    database: withoutClose(service.database),
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
    await eventually(async () =>
      expect(await written(to, kind), target).toEqual([{ together: true }]),
    );
  }
});

test("work after a response starts later, for known and unknown addresses alike", async () => {
  const pauses: (() => void)[] = [];
  const slow = await startTestService({
    autoconfirm: false,
    database: withoutClose(service.database),
    pause: () => new Promise((done) => pauses.push(done)),
  });
  onTestFinished(() => slow.close());
  const { email: known } = await newPerson();
  const requests = [
    ["recover", {}],
    ["otp", { create_user: false }],
    ["resend", { type: "signup" }],
  ] as const;
  for (const [target, extra] of requests) {
    for (const email of [known, newAddress()]) {
      const body = { email, ...extra };
      const waiting = pauses.length;
      // Each with its own mail: two of one kind would be too close together.
      slow.wait(61);
      expect((await call(slow.auth, "POST", target, { body })).status).toBe(200);
      expect(pauses).toHaveLength(waiting + 1);
    }
  }
  expect(slow.mails).toEqual([]);
  for (const done of pauses) done();
  expect((await slow.mailTo(known)).kind).toBe("recovery");
  expect((await slow.mailTo(known, 1)).kind).toBe("magiclink");
});

test("a failing mail server does not fail the request, and is reported", async () => {
  const problems: string[] = [];
  const broken = await startTestService({
    database: withoutClose(service.database),
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
