import { expect, test } from "./support/test";
import { alreadyAsked, hydrated, openUntil } from "./support/visitor";

const path = "/blog/optimizing-pdf-workflows-for-enterprise";
const player = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ";

test("a video is loaded when a visitor starts it, and another service's links to its page", async ({
  page,
  lake,
  browser,
  baseURL,
}) => {
  await alreadyAsked(page);
  const id = `post-${path.slice(6)}`;
  const video = { _type: "video", url: "https://youtu.be/dQw4w9WgXcQ", title: "How we fold" };
  const other = { _type: "video", url: "https://vimeo.com/76979871", title: "How we cut" };
  await lake
    .patch(id)
    .insert("before", "content[0]", [
      { ...video, _key: "folding" },
      { ...other, _key: "cutting" },
    ])
    .commit();
  const asked: string[] = [];
  await page.route("https://www.youtube-nocookie.com/**", (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "<h1>It plays</h1>" });
  });
  const start = page.getByRole("link", { name: "How we fold" });
  await openUntil(page, path, start);
  await expect(page.getByRole("link", { name: /How we cut Watch on Vimeo/ })).toHaveAttribute(
    "href",
    other.url,
  );
  expect(asked).toEqual([]);
  await hydrated(page);
  await start.click();
  const frame = page.frameLocator("iframe[title='How we fold']");
  await expect(frame.getByRole("heading", { name: "It plays" })).toBeVisible();
  expect(asked).toEqual([`${player}?autoplay=1&rel=0`]);

  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(path);
  await expect(plain.getByRole("link", { name: "How we fold" })).toHaveAttribute("href", video.url);
  await context.close();
});
