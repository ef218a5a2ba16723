import { readdirSync } from "node:fs";
import { fill, type Route } from "../hostile/addresses";

/** A request of the catalog, generated each time so that no cache can serve it. */
export interface Costly {
  route: string;
  shape: string;
  request: () => Buffer;
}

/** What the site's own pages send in their requests for routes. */
function buildVersion(): string {
  const files = readdirSync("build/client/assets").join(" ");
  return /\bmanifest-(\w+)\.js/.exec(files)?.[1] ?? "";
}

let made = 0;
const another = () => `made-up-${(made += 1)}`;

interface Parts {
  path: string;
  method?: string;
  headers?: string[];
  body?: { type: string; text: string };
}

function bytesOf({ path, method, headers = [], body }: Parts): Buffer {
  const sent = body && [`Content-Type: ${body.type}`, `Content-Length: ${body.text.length}`];
  const lines = [
    `${method ?? (body ? "POST" : "GET")} ${path} HTTP/1.1`,
    ...["Host: localhost", "Accept-Encoding: br"],
    ...(headers.includes(upgrade) ? [] : ["Connection: close"]),
    ...[...headers, ...(sent ?? []), "", body?.text ?? ""],
  ];
  return Buffer.from(lines.join("\r\n"), "latin1");
}

const upgrade = "Connection: Upgrade";
const form = "application/x-www-form-urlencoded";
const multipart = "multipart/form-data; boundary=bbbbbbbb";
const part = '--bbbbbbbb\r\nContent-Disposition: form-data; name="email"\r\n\r\na\r\n';
const words = Array.from({ length: 200 }, (_, n) => `word${n}`).join("+");

const readHeaders = [
  ...["Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Content-Type", "Cookie"],
  ...["Forwarded", "If-Modified-Since", "If-None-Match", "Origin", "Range", "Referer"],
  ...["User-Agent", "X-Forwarded-For", "X-Lake-Identity", "X-Requested-With"],
];

/**
 * What a careless regular expression matches in quadratic time, in another header for each route.
 */
function odd(filling: string): string {
  const header = readHeaders[(made += 1) % readHeaders.length];
  return `${header}: br${filling.repeat(15_000 / filling.length)}x`;
}

/** Shapes of a request without a body, by name. */
const reading: Record<string, (path: string) => Parts> = {
  plain: (path) => ({ path }),
  "an unknown parameter": (path) => ({ path: `${path}?${another()}=1` }),
  "a known parameter, made up": (path) => ({
    path: `${path}?category=${another()}&tag=${another()}&subject=${another()}&token=${another()}&state=${another()}`,
  }),
  "a search": (path) => ({ path: `${path}?q=${another()}` }),
  "a search of 200 words": (path) => ({ path: `${path}?q=${another()}+${words}` }),
  "a parameter 500 times": (path) => ({ path: `${path}?${"page=1&".repeat(500)}${another()}` }),
  "2,000 segments": (path) => ({ path: `${path}${"/a".repeat(1_900)}` }),
  "the routes of 200 paths": (path) => ({
    path: `${path}?version=${buildVersion()}&${Array.from({ length: 200 }, () => `p=/${another()}`).join("&")}`,
  }),
  "another spelling": (path) => ({
    path: path.replace(/\/(\w)/, (_, it: string) => `/%${it.charCodeAt(0).toString(16)}`),
  }),
  "its data": (path) => ({ path: `${path === "/" ? "/_root" : path}.data?${another()}` }),
  "a picture's form": (path) => ({
    path: `${path}?w=${100 + (made += 1)}&fm=avif&h=5000&sharp=100`,
  }),
  "a session that is none": (path) => ({
    path,
    headers: [`Cookie: session=base64-${"eyJh".repeat(900)}; toast=${another()}`],
  }),
  "a token that is none": (path) => ({ path, headers: [`Authorization: Bearer ${another()}`] }),
  "15 kB of headers": (path) => ({
    path,
    headers: [`Accept: ${"*/*,".repeat(1_800)}*/*`, `Cookie: ${"theme=dark; ".repeat(500)}a=b`],
  }),
  "a header of 15 kB of spaces": (path) => ({ path, headers: [odd(" ")] }),
  "a header of 15 kB of commas": (path) => ({ path, headers: [odd(",")] }),
  "a header of 15 kB of quotes": (path) => ({ path, headers: [odd('"')] }),
  "a header of 15 kB of semicolons": (path) => ({ path, headers: [odd(";=")] }),
  "a WebSocket's handshake": (path) => ({
    path: `${path}?${another()}`,
    headers: [
      ...["Origin: http://localhost", upgrade, "Upgrade: websocket", "Sec-WebSocket-Version: 13"],
      "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ],
  }),
  "by OPTIONS": (path) => ({ path: `${path}?${another()}`, method: "OPTIONS" }),
  "ranges and conditions": (path) => ({
    path,
    headers: [`Range: bytes=${"0-0,".repeat(500)}0-0`, `If-None-Match: ${'"x",'.repeat(500)}"y"`],
  }),
};

/** Shapes of a request with a body. */
const writing: Record<string, { type: string; text: () => string }> = {
  "a form": {
    type: form,
    text: () => `email=${another()}@platen.example&password=not+${another()}&name=x&intent=x`,
  },
  "a form with a wrong password": {
    type: form,
    text: () => "email=nora%40platen.example&password=not+the+password",
  },
  "a form with high indices": { type: form, text: () => "email[99]=a&a[99].b[99].c[99]=b" },
  "a form of 500 fields": { type: form, text: () => "email[]=a&".repeat(499) },
  "a form of 60 kB": { type: form, text: () => "a=b&".repeat(15_000) },
  "a form of 1 MB": { type: form, text: () => "a".repeat(999_000) },
  "3,000 parts": { type: multipart, text: () => `${part.repeat(3_000)}--bbbbbbbb--\r\n` },
  "a file of 900 kB": {
    type: multipart,
    text: () => `${part}${"x".repeat(900_000)}--bbbbbbbb--\r\n`,
  },
  JSON: {
    type: "application/json",
    text: () => `{"key":"pdf_${another()}","email":"${another()}@platen.example","query":"*"}`,
  },
  "deep JSON": { type: "application/json", text: () => `${"[".repeat(100_000)}` },
  "wide JSON": { type: "application/json", text: () => `[${"{},".repeat(300_000)}{}]` },
};

/**
 * Methods besides GET, HEAD and POST, with what a program of the lake or the accounts would send.
 */
const otherMethods: Record<string, (path: string) => Parts> = Object.fromEntries(
  ["PUT", "PATCH", "DELETE"].map((method) => [
    `JSON by ${method}`,
    (path) => ({
      ...{ path, method },
      body: { type: "application/json", text: `{"email":"${another()}@platen.example"}` },
    }),
  ]),
);

/** Every shape of every route, for parametrized routes also with a made-up value. */
export function catalog(routes: readonly Route[]): Costly[] {
  return routes.flatMap((route) => {
    const paths: [string, () => string][] = [["", () => fill(route)]];
    if (/[:*]/.test(route.pattern)) paths.push([", made up", () => fill(route, another())]);
    return paths.flatMap(([suffix, path]) => [
      ...Object.entries({ ...reading, ...otherMethods }).map(([shape, parts]) => ({
        route: route.pattern,
        shape: `${shape}${suffix}`,
        request: () => bytesOf(parts(path())),
      })),
      ...Object.entries(suffix ? {} : writing).map(([shape, { type, text }]) => ({
        route: `POST ${route.pattern}`,
        shape,
        request: () => bytesOf({ path: path(), body: { type, text: text() } }),
      })),
    ]);
  });
}
