import fc from "fast-check";
import type { Route } from "./addresses";

/** A body for one of the site's parsers. */
export interface Body {
  type: string;
  bytes: Buffer;
}

const names = fc.constantFrom(
  ...["email", "password", "intent", "name", "fullName", "role", "reason", "redirectTo", "code"],
  ...[
    "__intent__",
    "__state__",
    "a..b",
    "email[0]",
    "email[9]",
    "email[99]",
    "email[9999999]",
    "email.4294967294",
    "email.map",
    "a.b.c.d.e.f",
    "email.constructor",
  ],
  ...["__proto__", "__proto__.x", "toString", "factorId", "plan", "from", "id", "token", "type"],
  ...["avatar", "message", "subject", "company", "", "[", "]", "[]", "a[", "a[]b", "x".repeat(300)],
);

const values = fc.oneof(
  fc.constantFrom(
    ...["", "a", "nora@platen.example", "null", "true", "-1", "1e309", "choose", "close", "role"],
    ...[
      "Admin",
      "plan-business",
      "\0",
      "\ud800",
      "é".repeat(48),
      "//evil.example",
      "x".repeat(5_000),
    ],
    '{"type":"update","payload":{"name":"email[999999]","value":"x"}}',
    '{"type":"reset"}',
    '{"type":"reset","payload":{"name":"email","index":4294967290}}',
    '{"type":"validate"}',
    "{",
    '{"type":"insert","payload":{"name":"__proto__"}}',
    `${"[".repeat(2_000)}`,
  ),
  fc.string({ unit: "binary", maxLength: 50 }),
);

const violationAt = (effectiveDirective: string) => ({
  type: "csp-violation",
  body: { effectiveDirective },
});

const encode = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, ""));

const urlencoded = fc
  .oneof(
    fc
      .array(fc.tuple(names, values), { maxLength: 6 })
      .map((pairs) => pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&")),
    fc.constantFrom(
      ...[
        "%",
        "&&&&",
        "=",
        "a=%zz",
        "email=a&".repeat(12_000),
        "&".repeat(60_000),
        "a".repeat(65_000),
      ],
      ...[
        "a=b;c=d",
        "email[]=a&".repeat(400),
        "email[0]=a&email.4294967294=b",
        "email[0]=a&email.map=9",
        Array.from({ length: 500 }, (_, n) => `a${n}[99][99][99][99]=`).join("&"),
        `${"a[b]".repeat(1_000)}=1`,
        "x=%ff%fe",
      ],
    ),
  )
  .map((text): Body => ({ type: "application/x-www-form-urlencoded", bytes: Buffer.from(text) }));

const part = fc
  .tuple(
    names,
    values,
    fc.constantFrom("", '; filename="a.png"', '; filename="../../x"', "; filename*=x"),
  )
  .map(
    ([name, value, file]) =>
      `--bbbbbbbb\r\nContent-Disposition: form-data; name="${name.replace(/["\r\n]/g, "")}"${file}\r\n\r\n${value}\r\n`,
  );

const multipart = fc
  .tuple(
    fc.oneof(
      fc.array(part, { maxLength: 5 }).map((parts) => `${parts.join("")}--bbbbbbbb--\r\n`),
      // Thousands of parts, one that never ends, and headers that never end.
      part.map((each) => `${each.slice(0, 200).repeat(3_000)}--bbbbbbbb--\r\n`),
      part,
      fc.constantFrom(
        "--bbbbbbbb",
        "--bbbbbbbb--",
        `--bbbbbbbb\r\n${"X: y\r\n".repeat(5_000)}`,
        `--bbbbbbbb\r\n${"X".repeat(90_000)}`,
      ),
    ),
    fc.constantFrom(
      "; boundary=bbbbbbbb",
      "",
      "; boundary=",
      '; boundary="b',
      `; boundary=${"b".repeat(300)}`,
    ),
  )
  .map(([text, boundary]): Body => ({
    type: `multipart/form-data${boundary}`,
    bytes: Buffer.from(text),
  }));

/**
 * A body that resembles a message of one of the services in some places, and nothing known
 * elsewhere.
 */
const { value: json } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom(null, true, 0, -1, 1e308, "", "nora@platen.example", "*", "*[", "siteSettings"),
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(
      fc.constantFrom(
        ...[
          "email",
          "password",
          "data",
          "code_challenge",
          "refresh_token",
          "auth_code",
          "factor_type",
        ],
        ...[
          "query",
          "params",
          "mutations",
          "create",
          "patch",
          "delete",
          "id",
          "set",
          "actions",
          "_id",
        ],
        ...["key", "scope", "credits", "keyId", "operation", "idempotencyKey", "entryId", "_type"],
        ...["csp-report", "effective-directive", "blocked-uri", "type", "body", "page", "message"],
        ...[
          "stack",
          "documents",
          "ids",
          "user_metadata",
          "app_metadata",
          "__proto__",
          "constructor",
        ],
      ),
      tie("value"),
      { maxKeys: 5 },
    ),
  ),
}));

const jsonTexts = fc.oneof(
  json.map((each) => JSON.stringify(each) ?? ""),
  fc.constantFrom(
    ...["", "{", "nonsense", "NaN", "\uFEFF{}", "[1,]", '{"a":1,"a":2}', '"\\ud800"', "1e99999"],
    "[".repeat(100_000),
    `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`,
    `{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":${n}`).join(",")}}`,
    `[${"0,".repeat(200_000)}0]`,
    JSON.stringify({
      page: "/",
      message: "x",
      stack: `at http://localhost/:1:1 ${"(".repeat(3_500)}`,
    }),
    JSON.stringify({ "csp-report": { "blocked-uri": "x".repeat(1_999) } }),
    JSON.stringify([violationAt("file:///%zz/build/server/a.js:1:1")]),
    JSON.stringify(
      Array.from({ length: 8 }, (_, index) =>
        violationAt(`file:///proc${"/".repeat(index + 1)}self/cwd/build/process/backend.js:1:1`),
      ),
    ),
    JSON.stringify({ mutations: Array(10_001).fill({ delete: { id: "x" } }) }),
    JSON.stringify({ query: `${"(".repeat(5_000)}1` }),
    JSON.stringify({ query: `*[${"_id=='a'||".repeat(5_000)}true]` }),
  ),
);

const jsonBody = fc
  .tuple(
    fc.constantFrom(
      ...["application/json", "application/csp-report", "application/reports+json", "text/plain"],
      ...["application/json; charset=utf-16", "text/plain;charset=UTF-8", "application/x-ndjson"],
    ),
    jsonTexts,
  )
  .map(([type, text]): Body => ({ type, bytes: Buffer.from(text) }));

const lines = fc
  .array(jsonTexts, { maxLength: 20 })
  .map((texts): Body => ({ type: "application/x-ndjson", bytes: Buffer.from(texts.join("\n")) }));

const anything = fc
  .tuple(
    fc.constantFrom(
      "image/png",
      "image/svg+xml",
      "application/octet-stream",
      "",
      "x",
      "text/html;",
    ),
    fc.oneof(
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      fc.constantFrom(Buffer.alloc(1_000_001), Buffer.alloc(100_000, "a")),
      fc
        .uint8Array({ maxLength: 300 })
        .map((bytes) =>
          Buffer.concat([Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), bytes]),
        ),
    ),
  )
  .map(([type, bytes]): Body => ({ type, bytes }));

/** A body for the parser of a path most of the time, and for another now and then. */
export function bodyFor({ pattern }: Route): fc.Arbitrary<Body> {
  const takesJson = /^\/(?:api|auth\/v1|lake|csp-report|browser-errors|webhooks)\b/.test(pattern);
  const forms = fc.oneof({ weight: 3, arbitrary: urlencoded }, { weight: 2, arbitrary: multipart });
  const [likely, unlikely] = takesJson ? [jsonBody, forms] : [forms, jsonBody];
  return fc.oneof({ weight: 8, arbitrary: likely }, unlikely, lines, anything);
}
