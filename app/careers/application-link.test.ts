import { expect, test } from "vitest";
import { applicationLink } from "./application-link";

const job = { id: "pm-002", title: "Product Manager - API Platform" };

test("an application is a mail whose subject names the opening", () => {
  expect(decodeURIComponent(applicationLink("hello@platen.example", job))).toBe(
    "mailto:hello@platen.example?subject=Application: Product Manager - API Platform (pm-002)",
  );
});

test("without an address the contact form takes applications", () => {
  expect(applicationLink(null, job)).toBe("/contact?subject=GeneralApplication");
});
