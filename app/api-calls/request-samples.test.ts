import { describe, expect, test } from "vitest";
import { readCurl } from "./api-request";
import { requestSamples } from "./request-samples";
import { shellWords } from "./parse-shell-command";

const call = (code: string) => requestSamples({ language: "sh", filename: null, code });
const inLanguage = (id: string, code: string) =>
  call(code).find((sample) => sample.id === id)?.code.code;

describe("a shell command", () => {
  test("is parsed as a shell does", () => {
    expect(shellWords(`curl -d '{"a": "it'"'"'s"}' \\\n  "x \\"y\\" \\n" a\\ b`)).toEqual([
      "curl",
      "-d",
      `{"a": "it's"}`,
      `x "y" \\n`,
      "a b",
    ]);
  });
});

describe("a call with a JSON body", () => {
  const code = `curl -X POST https://api.platen.example/v1/pdf/edit \\
  -H "Authorization: Bearer $PLATEN_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"file_id": "f_3hd8", "changes": [{"page": 1, "bold": true}], "limit": null}'`;

  test("becomes a fetch call", () => {
    expect(inLanguage("javascript", code)).toBe(
      [
        'const response = await fetch("https://api.platen.example/v1/pdf/edit", {',
        '  method: "POST",',
        "  headers: {",
        "    Authorization: `Bearer ${process.env.PLATEN_KEY}`,",
        '    "Content-Type": "application/json",',
        "  },",
        "  body: JSON.stringify({",
        '    file_id: "f_3hd8",',
        "    changes: [{ page: 1, bold: true }],",
        "    limit: null,",
        "  }),",
        "});",
        "if (!response.ok) throw new Error(await response.text());",
        "const result = await response.json();",
      ].join("\n"),
    );
  });

  test("becomes a Python requests call, with Python literals", () => {
    expect(inLanguage("python", code)).toBe(
      [
        "import os",
        "",
        "import requests",
        "",
        "response = requests.post(",
        '    "https://api.platen.example/v1/pdf/edit",',
        `    headers={"Authorization": f"Bearer {os.environ['PLATEN_KEY']}"},`,
        "    json={",
        '        "file_id": "f_3hd8",',
        '        "changes": [{"page": 1, "bold": True}],',
        '        "limit": None,',
        "    },",
        ")",
        "response.raise_for_status()",
        "result = response.json()",
      ].join("\n"),
    );
  });
});

describe("a call with files", () => {
  const code = `curl https://api.platen.example/v1/pdf/merge \\
  -F "files[]=@in/cover.pdf" -F 'files[]=@report.pdf;type=application/pdf' -F title="Annual report"`;

  test("opens them in JavaScript", () => {
    expect(inLanguage("javascript", code)).toContain(
      [
        'import { openAsBlob } from "node:fs";',
        "",
        "const form = new FormData();",
        'form.append("files[]", await openAsBlob("in/cover.pdf"), "cover.pdf");',
        'form.append("files[]", await openAsBlob("report.pdf"), "report.pdf");',
        'form.append("title", "Annual report");',
        "",
        'const response = await fetch("https://api.platen.example/v1/pdf/merge", {',
        '  method: "POST",',
        "  body: form,",
        "});",
      ].join("\n"),
    );
  });

  test("opens them in Python", () => {
    expect(inLanguage("python", code)).toContain(
      [
        "import requests",
        "",
        "response = requests.post(",
        '    "https://api.platen.example/v1/pdf/merge",',
        '    data={"title": "Annual report"},',
        "    files=[",
        '        ("files[]", open("in/cover.pdf", "rb")),',
        '        ("files[]", open("report.pdf", "rb")),',
        "    ],",
        ")",
      ].join("\n"),
    );
  });
});

test("parameters of -G go into the URL", () => {
  const code = "curl -G https://api.platen.example/v1/pdf/text -d file_id=f_3hd8 -d key=$KEY";
  expect(inLanguage("javascript", code)).toContain(
    [
      'const parameters = new URLSearchParams({ file_id: "f_3hd8", key: `${process.env.KEY}` });',
      "",
      "const response = await fetch(`https://api.platen.example/v1/pdf/text?${parameters}`);",
    ].join("\n"),
  );
  expect(inLanguage("python", code)).toContain(
    `    params={"file_id": "f_3hd8", "key": f"{os.environ['KEY']}"},`,
  );
});

test("strings with quotes and escapes of the language stay intact", () => {
  const code = 'curl https://api.example/x -H "X-A: `{1} ${KEY} \\\\ \\"q\\""';
  expect(inLanguage("javascript", code)).toContain('"X-A": `\\`{1} ${process.env.KEY} \\\\ "q"`');
  expect(inLanguage("python", code)).toContain(`f"\`{{1}} {os.environ['KEY']} \\\\ \\"q\\""`);
});

test.each([
  "wget https://api.example/",
  "curl",
  "curl ftp://api.example/",
  "curl https://",
  "curl https://api.example/ --retry 3",
  "curl https://api.example/ https://other.example/",
  "curl https://api.example/ -d '{broken'",
  "curl https://api.example/ -d @body.json",
  "curl https://api.example/ -H",
  "curl https://api.example/ -H NoValue",
])("%j stays as the editor wrote it", (code) => {
  expect(readCurl(code)).toBeNull();
  expect(call(code)).toEqual([
    { id: "example", label: "Example", code: { language: "sh", filename: null, code } },
  ]);
});

test("without an example there is no sample", () => {
  expect(requestSamples(null)).toEqual([]);
  expect(call("")).toEqual([]);
});
