import { createServer } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import type { PictureText } from "~/seo/open-graph/og-image-url";
import { CachedPage } from "../cache/cached-page";
import { TooManyDrawings } from "./og-image-worker-client";
import { createOgImages } from "./og-images";

/** Serves the picture of a page. @returns its URL */
async function servePicture(title: string, draw: (text: PictureText) => Promise<Buffer>) {
  const page = await CachedPage.make({
    status: 200,
    headers: {},
    body: Buffer.from(`<meta property="og:title" content="${title}"/>`),
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
      versionOf: () => "v1",
    },
    { draw },
  );
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    pictures.send(request, response, url, page).catch((refusal: unknown) => {
      response.writeHead(refusal instanceof Response ? refusal.status : 500).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : "";
  return `http://127.0.0.1:${port}/og/blog/binding.png?v=v1`;
}

const picture = async () => Buffer.from("a picture");

test.each(['"v1"', 'W/"v1"', '"v0", W/"v1"', "*"])(
  "a client that has the picture by %s does not get it again",
  async (condition) => {
    const url = await servePicture("Binding", picture);
    const response = await fetch(url, { headers: { "If-None-Match": condition } });
    expect(response.status).toBe(304);
  },
);

test("a client that has an old picture gets the current one", async () => {
  const url = await servePicture("Binding", picture);
  const response = await fetch(url, { headers: { "If-None-Match": '"v0"' } });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe("a picture");
});

test("a picture shows what fits of a title, in whole characters", async () => {
  const draw = vi.fn(picture);
  const url = await servePicture(`${"a".repeat(199)}${"😀".repeat(10_000)}`, draw);
  expect((await fetch(url)).status).toBe(200);
  expect(draw).toHaveBeenCalledWith({ title: "a".repeat(199), description: "", brand: "" });
});

test("a text that could not be drawn is not tried again with each request", async () => {
  const draw = vi.fn(() => Promise.reject(new Error("Out of memory")));
  const url = await servePicture("Binding", draw);
  for (let n = 0; n < 3; n += 1) expect((await fetch(url)).status).toBe(503);
  expect(draw).toHaveBeenCalledTimes(1);
});

test("a picture that would have had to wait is drawn by the next request", async () => {
  const draw = vi.fn(picture).mockRejectedValueOnce(new TooManyDrawings());
  const url = await servePicture("Binding", draw);
  expect((await fetch(url)).status).toBe(503);
  expect((await fetch(url)).status).toBe(200);
});
