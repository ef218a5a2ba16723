import { afterAll, beforeAll, expect, test } from "vitest";
import {
  call,
  publishableKey,
  secretKey,
  startTestService,
  type TestService,
} from "../testing/service";

/* What visitors write in the contact form, as the site has it mailed. */

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ mailsPerHour: 9, stopsClock: true });
});
afterAll(() => service.close());

const message = {
  to: "hello@platen.example",
  reply_to: "nora@paper.example",
  subject: "Contact form: A question",
  text: "How many pages\ncan one call merge? <b>!</b>",
};

const mail = (fields: Partial<typeof message> = {}, key = secretKey) =>
  call(service.auth, "POST", "admin/messages", { body: { ...message, ...fields }, key });

test("a message is mailed as plain text, with replies to its sender", async () => {
  expect((await mail()).status).toBe(200);
  expect(await service.mailTo(message.to)).toMatchObject({
    ...{ kind: "contact_message", replyTo: message.reply_to },
    ...{ subject: message.subject, text: message.text, link: null },
    html: expect.stringContaining("can one call merge? &lt;b&gt;!&lt;/b&gt;"),
  });
});

test("only the site may ask for one: the key of visitors is refused", async () => {
  const before = service.mails.length;
  for (const token of [undefined, publishableKey]) {
    const { status } = await call(service.auth, "POST", "admin/messages", { body: message, token });
    expect([401, 403]).toContain(status);
  }
  expect(service.mails).toHaveLength(before);
});

test.each([
  ["another header in its subject", { subject: "Hello\r\nBcc: all@paper.example" }],
  ["no subject", { subject: "" }],
  ["another header in the sender's address", { reply_to: "nora@paper.example\nBcc: a@b.example" }],
  ["two recipients", { to: "hello@platen.example, all@paper.example" }],
  ["a text of 10,001 characters", { text: "a".repeat(10_001) }],
])("a mail with %s is refused", async (_, fields) => {
  expect((await mail(fields)).status).toBe(400);
});

test("a third of the hour's mails may be messages, and the others are left for accounts", async () => {
  const statuses = [];
  for (let n = 0; n < 4; n += 1) statuses.push((await mail()).status);
  expect(statuses).toContain(429);
  const before = service.mails.length;
  expect((await mail()).status).toBe(429);
  const email = "ada@mail.example";
  const password = "correct horse battery";
  await call(service.auth, "POST", "signup", { body: { email, password } });
  const { status } = await call(service.auth, "POST", "recover", { body: { email } });
  expect(status).toBe(200);
  await service.mailTo(email);
  expect(service.mails.length).toBe(before + 1);
  service.wait(3_600);
  expect((await mail()).status).toBe(200);
});
