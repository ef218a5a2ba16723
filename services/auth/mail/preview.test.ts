import { expect, test } from "vitest";
import { defaultSettings } from "../settings";
import { previewIds, previewMail } from "./preview";

const sender = {
  siteUrl: "https://site.example",
  brandName: "",
  lifetimes: { ...defaultSettings, linkSeconds: 7200 },
};

const recipients: Partial<Record<(typeof previewIds)[number], string>> = {
  email_change_new: "nora@new-company.example",
  contact_message: "hello@site.example",
};

test.each(previewIds)("the preview of %s is the mail of the same name, without gaps", (id) => {
  const { kind, to, subject, html, text } = previewMail(id, sender, "dark");
  expect(id.startsWith(kind)).toBe(true);
  expect(to).toBe(recipients[id] ?? "nora@company.example");
  for (const part of [subject, html, text]) expect(part).not.toMatch(/undefined|null|NaN/);
  expect(text).toContain(id === "contact_message" ? "Nora Lind" : "site.example");
});

test("a preview says how long the link of this site is valid", () => {
  expect(previewMail("invite", sender, "light").text).toContain("the link for 2 hours");
});
