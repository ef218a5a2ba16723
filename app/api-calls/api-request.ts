import { shellWords } from "./parse-shell-command";
import { parseUrl } from "../../schemas/paths/parse-url";
import { parseExample } from "./parse-example";

/**
 * A call of the API, independent of any language. Texts may name variables of the shell:
 * $PLATEN_KEY.
 */
export interface ApiRequest {
  method: string;
  /** Without the parameters of `query`. */
  url: string;
  headers: [name: string, value: string][];
  query: [name: string, value: string][];
  /** The fields of a multipart form; a field with a file holds its name. */
  form: { name: string; value: string; isFile: boolean }[];
  json: unknown;
}

const longNames: Record<string, string> = {
  "-X": "--request",
  "-H": "--header",
  "-F": "--form",
  "-d": "--data",
  "-G": "--get",
};
const withValue = new Set(["--request", "--header", "--form", "--data", "--json"]);

/**
 * Reads the example call that an editor wrote as a curl command.
 *
 * @returns null for anything else, and for a call with options that cannot be expressed in another
 * language: then the example is shown as it is written.
 */
export function readCurl(code: string): ApiRequest | null {
  const [command, ...words] = shellWords(code.trim());
  if (command !== "curl") return null;
  const request: ApiRequest = {
    method: "",
    url: "",
    headers: [],
    query: [],
    form: [],
    json: undefined,
  };
  const data: string[] = [];
  let inAddress = false;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    const name = longNames[word] ?? word;
    if (name === "--get") inAddress = true;
    else if (withValue.has(name)) {
      index += 1;
      const value = words[index];
      if (value === undefined || !take(name, value, request, data)) return null;
    } else if (word.startsWith("-") || request.url) return null;
    else request.url = word;
  }
  if (!/^https?:\/\//.test(request.url) || !parseUrl(request.url)) return null;
  if (inAddress) request.query = data.map(pair);
  else if (data.length > 0 && !readJson(data, request)) return null;
  const sends = request.form.length > 0 || request.json !== undefined;
  request.method ||= sends ? "POST" : "GET";
  return request;
}

/** Applies one option; false when it is unknown. */
function take(name: string, value: string, request: ApiRequest, data: string[]): boolean {
  switch (name) {
    case "--request":
      request.method = value.toUpperCase();
      return /^[A-Z]+$/.test(request.method);
    case "--header": {
      const header = /^([\w-]+):\s*(.*)$/.exec(value);
      if (header) request.headers.push([header[1] ?? "", header[2] ?? ""]);
      return header !== null;
    }
    case "--form": {
      const [field, content] = pair(value);
      const file = /^@([^;]+)/.exec(content)?.[1];
      request.form.push({ name: field, value: file ?? content, isFile: file !== undefined });
      return field !== "";
    }
    default:
      data.push(value);
      return !value.startsWith("@");
  }
}

function readJson(data: readonly string[], request: ApiRequest): boolean {
  request.json = parseExample(data.join("&"));
  return request.json !== undefined;
}

function pair(text: string): [string, string] {
  const at = text.indexOf("=");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
