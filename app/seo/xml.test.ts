import { expect, test } from "vitest";
import { xml, xmlResponse } from "./xml";

test("markup in a title is escaped", () => {
  const title = `</title><script>"it's" & ]]> <!-- `;
  expect(xml`<title name="${title}">${title}</title>`.text).toBe(
    `<title name="&lt;/title&gt;&lt;script&gt;&quot;it&apos;s&quot; &amp; ]]&gt; &lt;!-- ">` +
      `&lt;/title&gt;&lt;script&gt;&quot;it&apos;s&quot; &amp; ]]&gt; &lt;!-- </title>`,
  );
});

test("characters that XML does not allow are removed, and all others stay", () => {
  const title = "a\u0000b\u0008c\u001Fd\uFFFEe\uD800f \t\n é 漢 😀";
  expect(xml`${title}`.text).toBe("abcdef \t\n é 漢 😀");
});

test("nested XML is inserted unescaped, alone and as a list", () => {
  const items = ["a", "<b>"].map((name) => xml`<i>${name}</i>`);
  expect(xml`<r>${items}${items[0]}${null}${undefined}</r>`.text).toBe(
    "<r><i>a</i><i>&lt;b&gt;</i><i>a</i></r>",
  );
});

test("a document declares its encoding and content type", async () => {
  const response = xmlResponse(xml`<r/>`, "application/atom+xml");
  expect(response.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
  expect(await response.text()).toBe('<?xml version="1.0" encoding="UTF-8"?>\n<r/>\n');
});
