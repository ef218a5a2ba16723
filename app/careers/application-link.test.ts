import { expect, test } from "vitest";
import { applicationLink } from "./application-link";

const job = { id: "pm-002", title: "Product Manager - API Platform" };

test("an application is a mail with the opening in its subject", () => {
  expect(decodeURIComponent(applicationLink("hello@platen.example", job))).toBe(
    "mailto:hello@platen.example?subject=Application: Product Manager - API Platform (pm-002)",
  );
});

test("without an email address, applications go to the contact form", () => {
  expect(applicationLink(null, job)).toBe("/contact?subject=GeneralApplication");
});
