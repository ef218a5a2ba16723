import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SessionsPanel } from "./sessions-panel";
import { SignInsPanel } from "./sign-ins-panel";

test("sessions that cannot be read are an error, not an empty list", () => {
  const html = renderToStaticMarkup(<SessionsPanel sessions={null} />);
  expect(html).toContain('role="alert"');
  expect(html).toContain("cannot be read right now");
  expect(html).not.toContain("nowhere else");
});

test("sign-ins that cannot be read are an error, none at all are a sentence", () => {
  const unread = renderToStaticMarkup(<SignInsPanel signIns={null} />);
  expect(unread).toContain("cannot be read right now");
  const none = renderToStaticMarkup(<SignInsPanel signIns={[]} />);
  expect(none).toContain("Nothing is recorded for the last 90 days.");
  expect(none).not.toContain("<ol");
});

test("what others wrote into a sign-in is text", () => {
  const html = renderToStaticMarkup(
    <SignInsPanel
      signIns={[{ happenedAt: new Date(0), what: "<b>Signed in</b>", address: "<i>::1</i>" }]}
    />,
  );
  expect(html).toContain("&lt;b&gt;Signed in&lt;/b&gt;");
  expect(html).toContain("Jan 1, 1970, 00:00 UTC");
  expect(html).toContain("one entry");
});
