import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SessionList } from "./sessions-panel";
import { SignInsPanel } from "./sign-ins-panel";

test("unreadable sessions show an error, not an empty list", () => {
  const html = renderToStaticMarkup(<SessionList sessions={null} />);
  expect(html).toContain('role="alert"');
  expect(html).toContain("cannot be read right now");
  expect(html).not.toContain("nowhere else");
});

test("unreadable sign-ins show an error, and an empty list a sentence", () => {
  const unread = renderToStaticMarkup(<SignInsPanel signIns={null} />);
  expect(unread).toContain("cannot be read right now");
  const none = renderToStaticMarkup(<SignInsPanel signIns={[]} />);
  expect(none).toContain("Nothing is recorded for the last 90 days.");
  expect(none).not.toContain("<ol");
});

test("text of others in a sign-in is escaped", () => {
  const html = renderToStaticMarkup(
    <SignInsPanel
      signIns={[
        { happenedAt: new Date(0), description: "<b>Signed in</b>", ipAddress: "<i>::1</i>" },
      ]}
    />,
  );
  expect(html).toContain("&lt;b&gt;Signed in&lt;/b&gt;");
  expect(html).toContain("Jan 1, 1970, 00:00 UTC");
  expect(html).toContain("one entry");
});
