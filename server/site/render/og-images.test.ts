import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CachedPage } from "../cache/cached-page";
import { createOgImages } from "./og-images";

const version = "v1";
const html = `<meta property="og:title" content="Binding"/>`;
let server: Server;
let url: string;

beforeAll(async () => {
  const page = await CachedPage.make({
    status: 200,
    headers: {},
    body: Buffer.from(html),
    tags: [],
    expiresAt: Infinity,
    stale: false,
    shareable: true,
    setsCookie: false,
  });
  const pictures = createOgImages(
    {
      pageOfPicture: () => "/blog/binding",
      isPictureSigned: () => true,
      versionOf: () => version,
    },
    { draw: async () => Buffer.from("a picture") },
  );
  server = createServer((request, response) => {
    void pictures.send(request, response, new URL(request.url ?? "/", "http://localhost"), page);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : "";
  url = `http://127.0.0.1:${port}/og/blog/binding.png?v=${version}`;
});

afterAll(() => server.close());

test.each(['"v1"', 'W/"v1"', '"v0", W/"v1"', "*"])(
  "a client that has the picture by %s does not get it again",
  async (condition) => {
    const response = await fetch(url, { headers: { "If-None-Match": condition } });
    expect(response.status).toBe(304);
  },
);

test("a client that has an old picture gets the current one", async () => {
  const response = await fetch(url, { headers: { "If-None-Match": '"v0"' } });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe("a picture");
});
