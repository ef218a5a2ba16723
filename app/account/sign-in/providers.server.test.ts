import { once } from "node:events";
import { createServer } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";

test("the providers are read again after a minute, even if the clock has gone back an hour", async () => {
  let providers = { google: true, github: false };
  const service = createServer((_request, response) =>
    response.end(JSON.stringify({ external: providers })),
  ).listen(0, "127.0.0.1");
  await once(service, "listening");
  onTestFinished(() => void service.close());
  const address = service.address();
  if (typeof address !== "object" || !address) throw new Error("The service has no port.");
  const origin = `http://127.0.0.1:${address.port}`;
  for (const [name, value] of Object.entries({
    SITE_URL: origin,
    SANITY_PROJECT_ID: "platen",
    SUPABASE_URL: origin,
    SUPABASE_PUBLISHABLE_KEY: "publishable",
    SUPABASE_SECRET_KEY: "secret",
    DATABASE_URL: "postgres://localhost/platen",
  }))
    vi.stubEnv(name, value);
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  onTestFinished(() => void vi.useRealTimers().unstubAllEnvs());
  const { signInProviders } = await import("./providers.server");
  const ids = async () => (await signInProviders()).map(({ id }) => id);

  expect(await ids()).toEqual(["google"]);
  providers = { google: false, github: true };
  expect(await ids()).toEqual(["google"]);
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(60_001);
  expect(await ids()).toEqual(["github"]);
});
