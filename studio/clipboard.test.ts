import { describe, expect, test } from "vitest";
import { betterForm } from "./clipboard";

const markdown = "## Steps\n\n- ink\n- paper";
const prose = "Plain words,\nand more of them.";

const vsCode = (lines: string) =>
  `<meta charset='utf-8'><div style="color: #cccccc;background-color: #1f1f1f;font-family: 'Droid Sans Mono', 'monospace', monospace;font-weight: normal;font-size: 14px;line-height: 19px;white-space: pre;">${lines}</div>`;

const vsCodeMarkdown = vsCode(
  `<div><span style="color: #569cd6;font-weight: bold;">## Steps</span></div><br><div><span style="color: #6796e6;">-</span><span style="color: #cccccc;"> ink</span></div><div><span style="color: #6796e6;">-</span><span style="color: #cccccc;"> paper</span></div>`,
);

/** As it comes on Windows: with a document around it, and the marks of the fragment. */
const vsCodeWindows = `<html>\r\n<body>\r\n<!--StartFragment-->${vsCodeMarkdown}<!--EndFragment-->\r\n</body>\r\n</html>`;

const jetBrains = `<html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8"></head><body><div style="background-color:#1e1f22;color:#bcbec4"><pre style="font-family:'JetBrains Mono',monospace;font-size:9.8pt;"><span style="color:#c77dbb;">## Steps<br></span><br>-&#32;ink<br>-&#32;paper</pre></div></body></html>`;

const jetBrainsBefore2022 = `<html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8"></head><body><pre style="background-color:#2b2b2b;color:#a9b7c6;font-family:'JetBrains Mono',monospace;font-size:9.8pt;"><span style="color:#9876aa;font-weight:bold;">## Steps<br></span><br>- ink<br>- paper</pre></body></html>`;

describe("what a code editor put on the clipboard", () => {
  test.each([
    ["VS Code", vsCodeMarkdown],
    ["VS Code on Windows", vsCodeWindows],
    ["a JetBrains editor", jetBrains],
    ["an older JetBrains editor", jetBrainsBefore2022],
  ])("is Markdown where it is, from %s", (_, data) => {
    expect(betterForm({ mimeType: "text/html", data }, markdown)).toEqual({
      mimeType: "text/markdown",
      data: markdown,
    });
  });

  test("is its plain text elsewhere", () => {
    const data = vsCode(
      `<div><span style="color: #cccccc;">Plain words,</span></div><div><span style="color: #cccccc;">and more of them.</span></div>`,
    );
    expect(betterForm({ mimeType: "text/html", data }, prose)).toEqual({
      mimeType: "text/plain",
      data: prose,
    });
  });
});

test.each([
  [
    "a web page",
    `<meta charset='utf-8'><span style="color: rgb(0, 0, 0); white-space: normal;">- not a list</span>`,
  ],
  [
    "Google Docs",
    `<meta charset='utf-8'><b style="font-weight:normal;"><p dir="ltr"><span style="white-space:pre-wrap;">- not a list</span></p></b>`,
  ],
  ["a page with code and a link", `<pre>- <a href="https://paper.example">ink</a></pre>`],
])("HTML of %s is read as HTML", (_, data) => {
  expect(betterForm({ mimeType: "text/html", data }, "- not a list")).toBeNull();
});

test("HTML without plain text beside it is read as HTML", () => {
  expect(betterForm({ mimeType: "text/html", data: vsCodeMarkdown }, "")).toBeNull();
});

test("plain text is Markdown where it is", () => {
  expect(betterForm({ mimeType: "text/plain", data: markdown }, markdown)).toEqual({
    mimeType: "text/markdown",
    data: markdown,
  });
  expect(betterForm({ mimeType: "text/plain", data: prose }, prose)).toBeNull();
});
