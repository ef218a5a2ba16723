import { rm } from "node:fs/promises";
import { join } from "node:path";
import { clientId, clientSecret, startTestProvider } from "@platen/auth/testing/oauth-provider";
import { backendOf } from "./support/backend";
import { newDataDirectory } from "./support/data-directory";
import { newPerson } from "./support/people";
import { freePort, startSite, type RunningSite } from "./support/start-site";
import { expect, test } from "./support/test";

let provider: Awaited<ReturnType<typeof startTestProvider>>;
let dataDirectory: string;
let embedded: RunningSite;
/**
 * As the site and the accounts of a hosted project: on another origin, whose URL browsers open
 * directly.
 */
let hosted: RunningSite;
let embeddedUrl: string;

test.beforeAll(async () => {
  provider = await startTestProvider();
  dataDirectory = await newDataDirectory();
  const port = await freePort();
  const hostedPort = await freePort();
  // Not localhost: the accounts of the second site are on this host too, and cookies must not cross
  // from one to the other.
  embeddedUrl = `http://127.0.0.1:${port}`;
  embedded = await startSite({
    dataDirectory,
    port,
    environment: {
      SITE_URL: embeddedUrl,
      AUTH_OIDC_NAME: "example",
      AUTH_OIDC_ISSUER: provider.issuer,
      AUTH_OIDC_CLIENT_ID: clientId,
      AUTH_OIDC_CLIENT_SECRET: clientSecret,
      AUTH_REDIRECT_ALLOW_LIST: `http://localhost:${hostedPort}/auth/callback`,
    },
  });
  hosted = await startSite({
    dataDirectory: join(dataDirectory, "hosted"),
    port: hostedPort,
    environment: await backendOf({ dataDirectory }),
  });
});

test.afterAll(async () => {
  await hosted?.stop();
  await embedded?.stop();
  await provider.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

for (const mode of ["embedded", "hosted"] as const) {
  test(`a user signs in with an external account, under the strict policy (${mode} accounts)`, async ({
    page,
  }) => {
    const site = mode === "embedded" ? embeddedUrl : hosted.url;
    const { email, name } = newPerson();
    provider.state.person = { sub: email, email, email_verified: true, name };
    const refused: string[] = [];
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) refused.push(message.text());
    });

    const login = await page.goto(`${site}/login?redirectTo=%2Fdashboard%2Fprofile`);
    expect(login?.headers()["content-security-policy"]).toContain("form-action 'self'");
    await page.getByRole("link", { name: "Continue with Example" }).click();
    await expect(page).toHaveURL(`${site}/dashboard/profile`);
    await expect(page.getByRole("definition").filter({ hasText: email })).toBeVisible();
    expect(provider.state.asked.get("redirect_uri")).toBe(`${embeddedUrl}/auth/v1/callback`);
    expect(refused).toEqual([]);

    // Again, as a user who has an account; then they decline at the provider.
    await page.context().clearCookies();
    await page.goto(`${site}/signup`);
    await page.getByRole("link", { name: "Continue with Example" }).click();
    await expect(page).toHaveURL(`${site}/dashboard`);
    await page.context().clearCookies();
    provider.state.misbehavior = {
      refuses: { error: "access_denied", error_description: "No" },
    };
    await page.goto(`${site}/login`);
    await page.getByRole("link", { name: "Continue with Example" }).click();
    await expect(page.getByRole("alert")).toHaveText("You did not allow the sign-in.");
    provider.state.misbehavior = {};
  });
}
