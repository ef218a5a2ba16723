import { isRecord } from "../../schemas/edits/is-record";
import { readCurl, type ApiRequest } from "./api-request";

interface Code {
  language: string | null;
  filename: string | null;
  code: string | null;
}

/** The same call in one language. */
export interface RequestSample {
  id: string;
  label: string;
  code: Code;
}

/**
 * A feature's example call in the languages that the documentation shows. The editor writes it
 * once, as curl; the others follow from it, so that they cannot disagree. An example that is no
 * curl command is shown alone.
 */
export function requestSamples(example: Code | null): RequestSample[] {
  if (!example?.code) return [];
  const request = readCurl(example.code);
  if (!request) return [{ id: "example", label: "Example", code: example }];
  const sample = (id: string, label: string, language: string, code: string): RequestSample => ({
    id,
    label,
    code: { language, filename: null, code },
  });
  return [
    { id: "curl", label: "cURL", code: example },
    sample("javascript", "JavaScript", "javascript", inJavaScript(request)),
    sample("python", "Python", "python", inPython(request)),
  ];
}

/** fetch, for browsers and Node.js; openAsBlob reads a file without holding it in memory. */
function inJavaScript({ method, url, headers, query, form, json }: ApiRequest): string {
  const hasFile = form.some(({ isFile }) => isFile);
  const lines = hasFile ? ['import { openAsBlob } from "node:fs";', ""] : [];
  if (form.length > 0) {
    lines.push("const form = new FormData();");
    for (const { name, value, isFile } of form) {
      lines.push(
        isFile
          ? `form.append(${quote(name)}, await openAsBlob(${quote(value)}), ${quote(fileName(value))});`
          : `form.append(${quote(name)}, ${jsText(value)});`,
      );
    }
    lines.push("");
  }
  if (query.length > 0) {
    const entries = query.map(([name, value]) => `${key(name)}: ${jsText(value)}`);
    lines.push(`const parameters = new URLSearchParams({ ${entries.join(", ")} });`, "");
  }
  const target = query.length > 0 ? `\`${url}?\${parameters}\`` : quote(url);
  const options = [
    ...(method === "GET" ? [] : [`  method: ${quote(method)},`]),
    ...(headers.length > 0
      ? [
          "  headers: {",
          ...headers.map(([name, value]) => `    ${key(name)}: ${jsText(value)},`),
          "  },",
        ]
      : []),
    ...(form.length > 0 ? ["  body: form,"] : []),
    ...(json !== undefined ? [`  body: JSON.stringify(${literal(json, javaScript, "  ")}),`] : []),
  ];
  return [
    ...lines,
    ...(options.length > 0
      ? [`const response = await fetch(${target}, {`, ...options, "});"]
      : [`const response = await fetch(${target});`]),
    "if (!response.ok) throw new Error(await response.text());",
    "const result = await response.json();",
  ].join("\n");
}

/** requests, which nearly every Python program uses. It sets the type of a JSON body itself. */
function inPython({ method, url, headers, query, form, json }: ApiRequest): string {
  const sent = headers.filter(
    ([name]) => json === undefined || name.toLowerCase() !== "content-type",
  );
  const named = [...sent, ...query]
    .map(([, value]) => value)
    .concat(form.map(({ value }) => value));
  const files = form.filter(({ isFile }) => isFile);
  const fields = form.filter(({ isFile }) => !isFile);
  const verb = ["GET", "POST", "PUT", "PATCH", "DELETE"].includes(method)
    ? method.toLowerCase()
    : null;
  const pairs = (entries: readonly (readonly [string, string])[]) =>
    `{${entries.map(([name, value]) => `${quote(name)}: ${pyText(value)}`).join(", ")}}`;
  return [
    ...(named.some((value) => variable.test(value)) ? ["import os", ""] : []),
    "import requests",
    "",
    `response = requests.${verb ?? "request"}(`,
    ...(verb ? [] : [`    ${quote(method)},`]),
    `    ${quote(url)},`,
    ...(sent.length > 0 ? [`    headers=${pairs(sent)},`] : []),
    ...(query.length > 0 ? [`    params=${pairs(query)},`] : []),
    ...(json !== undefined ? [`    json=${literal(json, python, "    ")},`] : []),
    ...(fields.length > 0
      ? [`    data=${pairs(fields.map(({ name, value }) => [name, value]))},`]
      : []),
    ...(files.length > 0
      ? [
          "    files=[",
          ...files.map(
            ({ name, value }) => `        (${quote(name)}, open(${quote(value)}, "rb")),`,
          ),
          "    ],",
        ]
      : []),
    ")",
    "response.raise_for_status()",
    "result = response.json()",
  ].join("\n");
}

/** A variable of the shell inside a text: split at it, its name is every second part. */
const variable = /\$\{?([A-Za-z_]\w*)\}?/;

function jsText(text: string): string {
  if (!variable.test(text)) return quote(text);
  const parts = text
    .split(variable)
    .map((part, index) =>
      index % 2 > 0 ? `\${process.env.${part}}` : part.replace(/[`\\]|\$(?=\{)/g, "\\$&"),
    );
  return `\`${parts.join("")}\``;
}

function pyText(text: string): string {
  if (!variable.test(text)) return quote(text);
  const parts = text
    .split(variable)
    // Quotes of the other kind: before Python 3.12 an f-string could not hold its own.
    .map((part, index) =>
      index % 2 > 0 ? `{os.environ['${part}']}` : quote(part).slice(1, -1).replace(/[{}]/g, "$&$&"),
    );
  return `f"${parts.join("")}"`;
}

/** A text in double quotes means the same in JSON, JavaScript and Python. */
function quote(text: string): string {
  return JSON.stringify(text);
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

interface Language {
  /** The indentation of one level. */
  step: string;
  name: (key: string) => string;
  words: Record<string, string>;
  /** The content of an object's braces on one line. */
  pad: string;
}

const javaScript: Language = { step: "  ", name: key, words: {}, pad: " " };
const python: Language = {
  step: "    ",
  name: quote,
  words: { true: "True", false: "False", null: "None" },
  pad: "",
};

/**
 * A JSON value as a literal: an object's members are on lines of their own, a list's items on one.
 */
function literal(value: unknown, language: Language, indent: string): string {
  if (!isRecord(value)) return onOneLine(value, language);
  const inner = indent + language.step;
  const lines = Object.entries(value).map(
    ([name, item]) => `${inner}${language.name(name)}: ${literal(item, language, inner)},`,
  );
  return lines.length > 0 ? `{\n${lines.join("\n")}\n${indent}}` : "{}";
}

function onOneLine(value: unknown, language: Language): string {
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) {
    return `[${value.map((item) => onOneLine(item, language)).join(", ")}]`;
  }
  if (!isRecord(value)) return language.words[String(value)] ?? String(value);
  const entries = Object.entries(value).map(
    ([name, item]) => `${language.name(name)}: ${onOneLine(item, language)}`,
  );
  return `{${language.pad}${entries.join(", ")}${language.pad}}`;
}
