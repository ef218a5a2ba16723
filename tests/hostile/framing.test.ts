import { expect, inject, test } from "vitest";
import { exchange } from "./exchange";
import { newNetwork } from "./people";

const site = inject("hostileSite");

const image = "/lake/images/local/production/28abe7368066ed174b3ed3f48de642a984d159cd-1600x900.png";
/** What one server may parse as a body and the next as a request. */
const smuggled = `GET ${image}?w=101&fm=webp HTTP/1.1\r\nHost: x\r\n\r\n`;
const chunked = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`;

const framings: [name: string, headers: string[], body: string][] = [
  ["a chunked body", ["Transfer-Encoding: chunked"], chunked],
  ["a body with a length", [`Content-Length: ${smuggled.length}`], smuggled],
  ["both", ["Transfer-Encoding: chunked", `Content-Length: ${chunked.length}`], chunked],
  ["chunks in capitals", ["TRANSFER-ENCODING: Chunked"], chunked],
];

const paths = ["/", "/login", "/favicon.svg", image, "/lake/v1/data/query/production?query=*"];
const more = ["/auth/v1/verify?type=signup&token=x", "/studio", "/healthz", "/nothing", "/og/x"];

/** The statuses of a request with a body, by a client that then waits. */
async function send(method: string, path: string, headers: string[], body: string) {
  const head = [`${method} ${path} HTTP/1.1`, "Host: localhost", ...headers, "", ""].join("\r\n");
  const parts = [Buffer.from(head + body, "latin1")];
  return exchange({ port: site.port, from: newNetwork(), parts, end: "wait", timeout: 1_000 });
}

test.each(framings)("GET requests with %s are refused", async (_name, headers, body) => {
  for (const path of [...paths, ...more]) {
    for (const method of ["GET", "HEAD", "OPTIONS"]) {
      const { statuses } = await send(method, path, headers, body);
      expect(statuses, `${method} ${path}`).toEqual([400]);
    }
  }
});

test.each(framings)(
  "a DELETE with %s reaches the lake as one request",
  async (_name, headers, body) => {
    const { statuses } = await send("DELETE", image, headers, body);
    expect(statuses).toHaveLength(1);
    const scripts = ["Authorization: Bearer made-up", ...headers];
    const api = await send("DELETE", "/lake/v1/data/mutate/production", scripts, body);
    expect(api.statuses).toHaveLength(1);
    // Every connection that the site has open to the lake, or most of them, must return the
    // response to its own request.
    for (let n = 0; n < 10; n += 1) {
      const { text } = await send("GET", image, ["Connection: close"], "");
      expect(text).toMatch(/^HTTP\/1\.1 200 [^]*\r\ncontent-type: image\/png/i);
    }
  },
);

test("what follows a hundred headers is not overlooked", async () => {
  const junk = Array.from({ length: 100 }, (_, n) => `X-${n}: a`);
  for (const path of [...paths, ...more, "/metrics"]) {
    const length = [...junk, `Content-Length: ${smuggled.length}`];
    expect((await send("POST", path, length, smuggled)).statuses, path).toEqual([431]);
    expect((await send("GET", path, [...junk, "X: y"], "")).statuses, path).toEqual([431]);
  }
});
