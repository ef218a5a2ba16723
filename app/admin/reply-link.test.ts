import { expect, test } from "vitest";
import { replyLink } from "./reply-link";

const message = {
  name: "Nora Newcomer",
  email: "nora@paper.example",
  subject: "A question",
  text: "How many pages\ncan one call merge?",
};

test("a reply has the sender's address, the subject and the text, quoted", () => {
  const reply = new URL(replyLink(message));
  expect(reply.pathname).toBe("nora@paper.example");
  expect(reply.searchParams.get("subject")).toBe("Re: A question");
  expect(reply.searchParams.get("body")).toBe(
    "\r\n\r\nNora Newcomer wrote:\r\n> How many pages\r\n> can one call merge?\r\n",
  );
});

test("a subject that is a reply already stays as it is", () => {
  const reply = new URL(replyLink({ ...message, subject: "RE: A question" }));
  expect(reply.searchParams.get("subject")).toBe("RE: A question");
});

test("a long text is quoted to a thousand characters, and no sign is cut in two", () => {
  const body = new URL(replyLink({ ...message, text: "😀".repeat(5_000) })).searchParams.get(
    "body",
  );
  expect(body).toContain(`> ${"😀".repeat(1_000)} …\r\n`);
});

test("an address adds no header and no other recipient", () => {
  const link = replyLink({ ...message, email: "nora?bcc=all@paper.example" });
  expect(link).toMatch(/^mailto:nora%3Fbcc%3Dall@paper\.example\?subject=/);
});
