import fc from "fast-check";
import { fill, type Route } from "./addresses";
import { bodyFor, type Body } from "./bodies";

/** One request as bytes, and its description for the report of a failure. */
export interface Shape {
  listener: "site" | "backend";
  head: string;
  body: Buffer;
}

/** Text that may appear in the first line or a header: everything except line ends. */
const latin = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 40,
});

const word = fc
  .array(fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz0123456789-"), {
    minLength: 1,
    maxLength: 12,
  })
  .map((letters) => letters.join(""));

const oddPieces = fc.constantFrom(
  ...["%2e%2e", "%2e", "..", "%00", "%c0%af", "%e0%80%af", "%252e%252e%252f", "%u002f", "%zz", "%"],
  ...[";", ";jsessionid=1", "//", "\\", "%5c", "%2f", "%0d%0a", "%09", "..;", "__proto__", "*"],
  ...["constructor", "%ED%A0%80", "%F0%9F%98%80", "\u00e9", "\u00ff", "a".repeat(300), "%61", "~"],
  ...["drafts.x", "-1", "1e309", "'", '"', "<script>", "{{7*7}}", "${7}", "[0]", "null", " "],
);

/** A path with an invalid part. */
const bent = (path: string) =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constant(path) },
    { weight: 5, arbitrary: fc.constant(`${path}.data`) },
    fc.constant(path.toUpperCase()),
    fc.constant(`${path}/`),
    fc.constant(`/${path}`),
    fc.constant(
      path.replace(/\/(\w)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
    ),
    fc.constant(`http://evil.example${path}`),
    oddPieces.map((piece) => `${path}/${piece}`),
    oddPieces.map((piece) => `${path}${piece}`),
    oddPieces.map((piece) => `/${piece}${path}`),
    latin.map((text) => `${path}/${text.replaceAll(" ", "")}`),
    fc.constantFrom(500, 5_000, 15_000).map((length) => `${path}/${"a".repeat(length)}`),
  );

const parameter = fc.tuple(
  fc.constantFrom(
    ...[
      "x",
      "q",
      "page",
      "tag",
      "category",
      "subject",
      "redirectTo",
      "next",
      "token",
      "token_hash",
    ],
    ...["code", "state", "type", "redirect_to", "provider", "_data", "_routes", "index", "query"],
    ...["perspective", "$id", "explain", "includeResult", "w", "h", "fm", "rect", "fit", "dl", "q"],
    ...["email[99999]", "a[b][c]", "__proto__", "apikey", "sort", "role", "filter", "after", "p"],
    ...["tag", "from", "to", "limit", "lastLiveEventId", "intent", "grant_type", "per_page"],
  ),
  fc.oneof(
    oddPieces,
    latin.map(encodeURIComponent),
    fc.constantFrom(
      ...["", "1", "-1", "0", "99999999999999999999", "NaN", "true", "raw", "published", "*"],
      ...[
        "*%5B_type==%22post%22%5D",
        "*%5B",
        "count(*)",
        "%2F%2Fevil.example",
        "%2F%5Cevil.example",
      ],
      ...["javascript:alert(1)", "pkce", "password", "signup", "root", "routes/home", "x,y,z"],
    ),
  ),
);

const search = fc.oneof(
  { weight: 3, arbitrary: fc.constant("") },
  {
    weight: 4,
    arbitrary: fc
      .array(parameter, { minLength: 1, maxLength: 4 })
      .map((pairs) => `?${pairs.map(([name, value]) => `${name}=${value}`).join("&")}`),
  },
  // Repeated, many, and none at all.
  parameter.map(([name, value]) => `?${`${name}=${value}&`.repeat(50)}`.slice(0, 3_900)),
  fc.constantFrom("?", "??", "?&&&&", "?=", "?%", "#x", `?${"a&".repeat(1_900)}`, "?a=1;b=2"),
);

const header = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.tuple(
      fc.constantFrom(
        ...["Accept", "Accept-Encoding", "Accept-Language", "Accept-Charset", "Range", "If-Range"],
        ...[
          "If-None-Match",
          "If-Match",
          "If-Modified-Since",
          "If-Unmodified-Since",
          "Cookie",
          "TE",
        ],
        ...["Content-Type", "Content-Encoding", "Authorization", "X-Forwarded-For", "Referer"],
        ...["Origin", "Sec-Fetch-Site", "User-Agent", "Last-Event-ID", "X-Lake-Identity", "Via"],
        ...["apikey", "Prefer", "X-Client-Info", "X-Supabase-Api-Version", "Purpose", "Trailer"],
      ),
      fc.oneof(
        latin,
        fc.constantFrom(
          ...["*/*", "br;q=0, gzip;q=0, identity;q=0", "gzip;q=9999", "*;q=x", ",,,,", "q=;;;"],
          ...["bytes=0-1,2-3", "bytes=-99999999999", "bytes=9-1", '"x", W/"y"', "*", "null"],
          ...["Thu, 99 Foo 9999 99:99:99 GMT", "multipart/form-data", "application/json;charset=x"],
          ...["Bearer ", "Bearer a.b.c", "Basic !!!", "127.0.0.1, 1.2.3.4", "https://evil.example"],
          ...[
            "session=x",
            "session=base64-e30",
            "session=base64-",
            "session.0=base64-eyJh; session.1=x",
          ],
          ...[
            "preview=x; session=y",
            "toast=%",
            "theme=dark; ".repeat(60),
            "a=b; a=c; =; ;;",
            "trailers",
          ],
          ..."gzip deflate br zstd".split(" "),
        ),
        fc
          .constantFrom(",", "*,", "gzip,", "a=b; ", "bytes=0-0,", '"x",')
          .map((it) => it.repeat(400)),
      ),
    ),
  },
  // A cookie of the maximum length of browsers that looks like a session and is none.
  fc.constant<[string, string]>(["Cookie", `session=base64-${"eyJh".repeat(1_000)}`]),
  fc.constantFrom<[string, string]>(
    ["Expect", "100-continue"],
    ["Expect", "200-ok"],
    ["Transfer-Encoding", "gzip, chunked"],
    ["Transfer-Encoding", "identity"],
    ["Transfer-Encoding", "chunked"],
    ["Content-Length", "5"],
    ["Content-Length", "-1"],
    ["Content-Length", "99999999999"],
    ["Upgrade", "h2c"],
    ["Upgrade", "websocket"],
    ["HTTP2-Settings", "AAMAAABkAARAAAAAAAIAAAAA"],
    ["Connection", "Upgrade, HTTP2-Settings"],
    ["Host", "evil.example"],
    ["X-Big", "x".repeat(15_000)],
    ["X-Bigger", "x".repeat(20_000)],
    ["Bad Name", "x"],
    ["", "x"],
  ),
  // More headers than a server reads.
  fc.constant<[string, string]>(["X-Many", Array(150).fill("1").join("\r\nX-Many: ")]),
);

const reading = fc.oneof(
  { weight: 8, arbitrary: fc.constant("GET") },
  fc.constantFrom(
    "HEAD",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "PROPFIND",
    "QUERY",
    "get",
    "X",
    "M-SEARCH",
  ),
);
const writing = fc.oneof(
  { weight: 8, arbitrary: fc.constant("POST") },
  fc.constantFrom("PUT", "PATCH", "DELETE", "GET"),
);

const version = fc.oneof(
  { weight: 60, arbitrary: fc.constant("HTTP/1.1") },
  fc.constantFrom("HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "HTTP/1.10", ""),
);

export interface Sender {
  cookie: string;
  /** Headers that every one of its requests has. */
  headers?: readonly (readonly [string, string])[];
}

/** A request for one of these routes, as this user would never send it. */
export const shapeOf = (routes: readonly Route[], sender: Sender) =>
  fc
    .constantFrom(...routes)
    .chain((route) =>
      fc.oneof(
        requestFor(route, sender, reading, fc.constant(null)),
        requestFor(route, sender, writing, bodyFor(route)),
      ),
    );

const requestFor = (
  route: Route,
  { cookie, headers = [] }: Sender,
  method: fc.Arbitrary<string>,
  body: fc.Arbitrary<Body | null>,
) =>
  fc
    .tuple(
      method,
      fc
        .oneof({ weight: 4, arbitrary: fc.constant(undefined) }, oddPieces, word)
        .chain((made) => bent(fill(route, made))),
      search,
      fc.array(header, { maxLength: 3 }),
      body,
      version,
    )
    .map(([verb, path, question, odd, sent, protocol]): Shape => {
      const lines = [`${verb} ${path}${question} ${protocol}`.trimEnd(), "Host: localhost"];
      for (const [name, value] of headers) lines.push(`${name}: ${value}`);
      if (cookie) lines.push(`Cookie: ${cookie}`);
      if (sent) lines.push(`Content-Type: ${sent.type}`, `Content-Length: ${sent.bytes.length}`);
      for (const [name, value] of odd) lines.push(`${name}: ${value}`);
      lines.push("Connection: close", "", "");
      const { listener } = route;
      return { listener, head: lines.join("\r\n"), body: sent?.bytes ?? Buffer.alloc(0) };
    });
