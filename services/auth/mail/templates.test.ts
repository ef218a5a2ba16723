import { expect, test } from "vitest";
import { confirmationLink } from "./link";
import { defaultSettings } from "../settings";
import type { ConfirmationKind } from "./mail";
import { plainName, renderMail } from "./templates";

const kinds: ConfirmationKind[] = [
  "signup",
  "invite",
  "recovery",
  "magiclink",
  "email_change",
  "reauthentication",
];

test.each(kinds)("a %s mail says the same as HTML and as text", (kind) => {
  const link = kind === "reauthentication" ? null : "https://site.example/auth/confirm?a=1&b=2";
  const mail = renderMail(
    { kind, to: "ada@mail.example", link, code: "012345", newEmail: "new@mail.example" },
    "Platen & Sons <Ltd>",
    defaultSettings,
  );
  expect(mail).toMatchObject({ kind, to: "ada@mail.example", link });
  expect(mail.subject).not.toMatch(/[\r\n]/);
  expect(mail.text).toContain("012345");
  expect(mail.html).toContain("012345");
  expect(mail.html).toContain("Platen &amp; Sons &lt;Ltd&gt;");
  expect(mail.html).not.toContain("<Ltd>");
  if (link) {
    expect(mail.text).toContain(link);
    expect(mail.html).toContain('href="https://site.example/auth/confirm?a=1&amp;b=2"');
  }
});

test("a mail says how long its link and its code are valid", () => {
  const link = "https://site.example/auth/confirm";
  const letter = { to: "ada@mail.example", code: "012345" };
  const { text, html } = renderMail({ ...letter, kind: "signup", link }, "Platen", defaultSettings);
  for (const body of [text, html]) {
    expect(body).toContain("Both work once: the link for 1 hour, the code for 10 minutes.");
  }
  const alone = renderMail(
    { ...letter, kind: "reauthentication", link: null },
    "Platen",
    defaultSettings,
  );
  expect(alone.text).toContain("It works once, for 10 minutes.");
});

test("a preview shows one color scheme without a style sheet, and a mail that leaves has both", () => {
  const content = { kind: "recovery", to: "ada@mail.example", link: null, code: "012345" } as const;
  const render = (only?: "light" | "dark") =>
    renderMail(content, "Platen", defaultSettings, only).html;
  expect(render()).toMatch(/<style>@media \(prefers-color-scheme:dark\)/);
  expect(render()).toContain("background:#f1efe9");
  for (const [scheme, ground] of [
    ["light", "#f1efe9"],
    ["dark", "#090b0f"],
  ] as const) {
    expect(render(scheme)).not.toContain("<style");
    expect(render(scheme)).toContain(`name="color-scheme" content="${scheme}"`);
    expect(render(scheme)).toContain(`background:${ground};`);
  }
});

test("a notice has neither link nor code", () => {
  const mail = renderMail(
    { kind: "mfa_factor_unenrolled_notification", to: "ada@mail.example", link: null, code: null },
    "Platen",
    defaultSettings,
  );
  expect(mail.subject).toBe(
    "An authenticator or security key was removed from your Platen account",
  );
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain("If this was not you, choose a new password right away");
    expect(body).not.toMatch(/null|works once|<a /);
  }
});

test.each([
  ["https://site.example", "https://site.example", ""],
  ["https://site.example", "https://site.example/", ""],
  ["https://site.example", "https://site.example/a?b=c#d", "&next=%2Fa%3Fb%3Dc%23d"],
  ["https://site.example", "https://other.example/x", "&next=https%3A%2F%2Fother.example%2Fx"],
])("a link of %s to %s ends in %j", (siteUrl, redirectTo, ending) => {
  expect(confirmationLink(siteUrl, "abc", "recovery", redirectTo)).toBe(
    `https://site.example/auth/confirm?token_hash=abc&type=recovery${ending}`,
  );
});

test("a product name is one line of sixty characters, in which mail programs find no URL", () => {
  const render = (name: string) =>
    renderMail(
      { kind: "recovery", to: "ada@mail.example", link: null, code: "012345" },
      plainName(name),
      defaultSettings,
    );
  const hostile = "Corp.\r\nBcc: x@evil.example\u2028\nSign in at https://evil.example/login";
  const { subject, text, html } = render(hostile);
  expect(subject).not.toMatch(/\p{Cc}|\u2028/u);
  for (const part of [subject, text, html]) {
    expect(part).toContain("Corp. Bcc");
    expect(part).not.toMatch(/https?:\/\/|evil\.example|x@/);
  }
  expect(render("x".repeat(61)).subject).toBe(`Reset your ${"x".repeat(60)} password`);
  expect(plainName(" \r\n ")).toBe("");
  expect(plainName("Büro & Söhne: PDF")).toBe("Büro & Söhne: PDF");
});
