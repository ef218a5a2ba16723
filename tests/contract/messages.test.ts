import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inquiry, openMessageSite, type MessageSite } from "./support/message-site";

/* Messages of the contact form, from a visitor to the inbox, and what strangers try with them. */

let site: MessageSite;

beforeAll(async () => {
  site = await openMessageSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.database.query("delete from public.messages where true");
  await site.switchTo("messages");
});

test("a message is stored, answered with the sender's address, and mailed with a reply to it", async () => {
  const seen = site.service.mails.length;
  const { status, data } = await site.write(await site.newVisitor(), { company: "Paper & Sons" });
  expect(status).toBe(200);
  expect(data).toMatchObject({
    stored: true,
    typed: { name: "", message: "" },
    message: expect.stringContaining("We will reply to nora@paper.example."),
  });
  expect(await site.stored()).toMatchObject([{ state: "open", user_id: null }]);
  const mail = await site.service.mailTo("hello@platen.example", seen);
  expect(mail).toMatchObject({
    subject: "Contact form: A question",
    replyTo: "nora@paper.example",
    text: expect.stringContaining(
      "How many pages\ncan one call merge?\n\nNora Newcomer, Paper & Sons",
    ),
  });
});

test("the sender's network is stored as a hash alone, and deleted after two days", async () => {
  const visitor = await site.newVisitor();
  await site.write(visitor);
  const [message] = await site.stored();
  expect(message?.network).toMatch(/^[\da-f]{64}$/);
  expect(JSON.stringify(message)).not.toContain(visitor.address);
  await site.database.query("update public.messages set created_at = now() - interval '3 days'");
  const { forgetNetworks } = await import("@domain/networks/retention.server");
  await forgetNetworks();
  expect(await site.stored()).toMatchObject([{ network: null }]);
});

test("while it is switched off, the response is a mail to send, and nothing is stored", async () => {
  await site.switchTo("mail");
  const { status, data } = await site.write(await site.newVisitor());
  expect({ status, data }).toEqual({
    status: 200,
    data: { inquiry, validationErrors: null, sent: null },
  });
  expect(await site.stored()).toEqual([]);
});

test("a form that was sent twice counts once, at the same time as well", async () => {
  const { newTicket } = await import("~/account/forms/form-ticket.server");
  const visitor = await site.newVisitor();
  const ticket = newTicket("/contact", Date.now() - 60_000);
  const both = await Promise.all([
    site.write(visitor, { ticket }),
    site.write(visitor, { ticket }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await site.write(visitor, { ticket })).toMatchObject({
    status: 409,
    data: { message: "This message has already been sent." },
  });
  expect(await site.stored()).toHaveLength(1);
});

describe("a message is refused, with what was typed and nothing stored,", () => {
  test.each([
    ["without a ticket, as without scripts: to be read once more", { ticket: "" }, 200],
    ["with a forged ticket", { ticket: `${"a".repeat(36)}.1700000000000.${"0".repeat(64)}` }, 400],
    ["with the field that only programs see", { website: "https://ink.example" }, 400],
    ["with a header in its subject", { subject: "Hello\nBcc: all@paper.example" }, 400],
    ["with a header in its address", { email: "nora@paper.example\nBcc: all@paper.example" }, 400],
    ["with an address that mail cannot reach", { email: "nora" }, 400],
    ["without a name", { name: " " }, 400],
    ["with six links", { message: `${"https://ink.example ".repeat(6)}!` }, 400],
    ["with hidden characters", { name: "No\u200bra" }, 400],
    ["with too long a text", { message: "a".repeat(5_001) }, 400],
  ])("%s", async (_, fields, status) => {
    const answer = await site.write(await site.newVisitor(), fields);
    expect(answer.status).toBe(status);
    const typed = Object.entries(fields).filter(([name]) => name in inquiry);
    expect(answer.data).toMatchObject({
      ...{ stored: false, ticket: expect.stringMatching(/./) },
      typed: { ...inquiry, ...Object.fromEntries(typed) },
    });
    expect(await site.stored()).toEqual([]);
  });

  test("with the ticket of an article's comments, and less than three seconds after its own", async () => {
    const { newTicket } = await import("~/account/forms/form-ticket.server");
    const visitor = await site.newVisitor();
    const other = newTicket("post-binding", Date.now() - 60_000);
    expect((await site.write(visitor, { ticket: other })).status).toBe(400);
    const ticket = newTicket("/contact");
    expect(await site.write(visitor, { ticket })).toMatchObject({
      status: 400,
      data: { ticket, typed: { message: inquiry.message } },
    });
    expect(await site.stored()).toEqual([]);
  });
});

test("a network sends ten messages an hour, and another one is not affected", async () => {
  const flooding = await site.newVisitor();
  for (let n = 0; n < 10; n += 1) expect((await site.write(flooding)).status).toBe(200);
  expect((await site.write(flooding)).status).toBe(429);
  expect((await site.write(await site.newVisitor())).status).toBe(200);
  expect(await site.stored()).toHaveLength(11);
});

test("an account sends ten an hour, and others who type its address are not limited", async () => {
  const { id, email, visitor } = await site.signedIn();
  await site.database.query(
    `insert into public.messages (form, user_id, sender_name, email, subject, body)
     select gen_random_uuid(), $1, 'Nora', $2, 'Hello', 'Good' from generate_series(1, 10)`,
    [id, email],
  );
  expect((await site.write(visitor)).status).toBe(429);
  expect((await site.write(await site.newVisitor(), { email })).status).toBe(200);
});

test("the inbox takes no more than 5,000 open messages", async () => {
  await site.database.query(
    `insert into public.messages (form, sender_name, email, subject, body)
     select gen_random_uuid(), 'Nora', 'nora@paper.example', 'Hello', 'Good'
     from generate_series(1, 5000)`,
  );
  expect(await site.write(await site.newVisitor())).toMatchObject({
    status: 503,
    data: { typed: { message: inquiry.message } },
  });
});

test("a signed-in sender's messages are in their data, and go with the account", async () => {
  const [nora, ola] = [await site.signedIn(), await site.signedIn()];
  await site.write(nora.visitor, { subject: "From Nora" });
  await site.write(ola.visitor, { subject: "From Ola" });
  const { loader } = await import("~/routes/dashboard-data-download");
  const { data } = await nora.visitor.open(loader, "/dashboard/data/download");
  expect(JSON.parse(String(data))).toMatchObject({
    messages: [{ subject: "From Nora", text: inquiry.message }],
  });
  expect(String(data)).not.toContain("From Ola");
  await site.database.query("delete from auth.users where id = $1", [nora.id]);
  expect(await site.stored()).toMatchObject([{ user_id: ola.id }]);
});
