import { expect, test } from "./support/test";
import { complaintsOf, alreadyAsked, hydrated, open } from "./support/visitor";

test.beforeEach(({ page }) => alreadyAsked(page));

test("a page that was altered in transit is rendered again in the browser, and React's error is logged", async ({
  page,
  site,
}) => {
  await page.route("**/about", async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.replace("<main", "<p>An extension</p><main") });
  });
  await open(page, "/about");
  await expect(page.getByText("An extension")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(9, 11, 15)");
  const logged = () =>
    site
      .output()
      .split("\n")
      .find((line) => line.includes("A browser reported an error") && line.includes('"/about"'));
  await expect.poll(logged).toMatch(/"stack":\["node_modules\/react-dom\/\S+\.js:\d+:\d+"/);
  expect(logged()).toContain("Minified React error");
});

test("an error caught by React is logged, with its source position", async ({ page, site }) => {
  await page.addInitScript(() => {
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor() {
        super(() => {});
        throw new Error("No observer here");
      }
    };
  });
  await page.goto("/terms");
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect
    .poll(() => site.output())
    .toMatch(/"error":"No observer here","stack":\[[^\]]*"app\/\S+\.tsx?:\d+:\d+"/);
});

test("client navigation renders highlighted code, and other HTML and script strings are refused", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await open(page, "/docs");
  await page.getByRole("main").getByRole("link", { name: "Merge PDFs" }).first().click();
  await page.waitForURL("**/docs/merge-pdfs");
  await expect(page.getByRole("main").locator("pre code span").first()).toBeVisible();
  expect(complaints).toEqual([]);
  await hydrated(page);
  const refused = await page.evaluate(() =>
    [
      () => (document.createElement("div").innerHTML = "<img src=x>"),
      () => (document.createElement("script").src = "/assets/other.js"),
      () => (document.createElement("script").textContent = "1"),
      () =>
        Reflect.apply(Reflect.get(window.trustedTypes ?? {}, "createPolicy"), window.trustedTypes, [
          "mine",
          {},
        ]),
    ].map((attempt) => {
      try {
        attempt();
        return "let in";
      } catch (error) {
        return error instanceof TypeError ? "refused" : String(error);
      }
    }),
  );
  expect(refused).toEqual(["refused", "refused", "refused", "refused"]);
});
