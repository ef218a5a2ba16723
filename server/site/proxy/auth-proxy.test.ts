import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  clientId,
  clientSecret,
  startTestProvider,
} from "../../../services/auth/testing/oauth-provider";
import {
  call,
  secretKey,
  siteUrl,
  startTestService,
  type TestService,
} from "../../../services/auth/testing/service";
import { createAuthProxy } from "./auth-proxy";

let provider: Awaited<ReturnType<typeof startTestProvider>>;
let service: TestService;
let site: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  provider = await startTestProvider();
  service = await startTestService({
    providers: [{ kind: "oidc", name: "oidc", issuer: provider.issuer, clientId, clientSecret }],
  });
  const doors = createAuthProxy(service.url);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", siteUrl);
    if (doors.leadsTo(pathname)) void doors.handle(request, response, "203.0.113.5", "request-1");
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  site = `http://127.0.0.1:${address.port}`;
  stop = async () => {
    doors.close();
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
});
afterAll(async () => {
  await stop();
  await service.close();
  await provider.close();
});

test("a browser gets to the provider and back through the site", async () => {
  provider.state.person = { sub: "7", email: "ada@mail.example", email_verified: true };
  const out = await fetch(`${site}/auth/v1/authorize?provider=oidc`, { redirect: "manual" });
  expect(out.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^sb-flow-.*; Path=\/auth\/v1\/callback; HttpOnly; SameSite=Lax$/),
  ]);
  const cookie = `session=secret; ${out.headers.getSetCookie()[0]?.split(";")[0]}`;
  const away = await fetch(out.headers.get("location") ?? "", { redirect: "manual" });
  const back = new URL(away.headers.get("location") ?? "");
  const posted = await fetch(`${site}/auth/v1/callback`, {
    method: "POST",
    body: back.searchParams,
    redirect: "manual",
  });
  const callback = (posted.headers.get("location") ?? "").replace(siteUrl, site);
  const landed = await fetch(callback, { headers: { cookie }, redirect: "manual" });
  expect(landed.headers.get("location")).toMatch(`${siteUrl}/#access_token=`);
  const [session] = await service.database.query("select ip::text from auth.sessions");
  expect(session).toEqual({ ip: "203.0.113.5/32" });
});

test("a link that an administrator made opens in a browser", async () => {
  const { body } = await call(service.auth, "POST", "admin/generate_link", {
    key: secretKey,
    body: { type: "magiclink", email: "berta@mail.example" },
  });
  const link = String(body.action_link).replace(siteUrl, site);
  const opened = await fetch(link, { redirect: "manual" });
  expect(opened.status).toBe(303);
  expect(opened.headers.get("location")).toMatch(`${siteUrl}/#access_token=`);
});

test("the published keys are there for whoever verifies tokens", async () => {
  const response = await fetch(`${site}/auth/v1/.well-known/jwks.json`);
  expect(response.headers.get("cache-control")).toBe("public, max-age=600");
  expect(await response.json()).toMatchObject({ keys: [{ alg: "ES256" }] });
});

test.each(["token?grant_type=password", "signup", "admin/users", "user"])(
  "there is no door to %s",
  async (target) => {
    const response = await fetch(`${site}/auth/v1/${target}`, { method: "POST" });
    expect([response.status, await response.json()]).toEqual([
      404,
      { code: 404, error_code: "unknown", msg: "Not Found" },
    ]);
  },
);

test("another method than an address takes is refused with those that it takes", async () => {
  for (const method of ["OPTIONS", "PUT"]) {
    const response = await fetch(`${site}/auth/v1/callback`, { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, POST"]);
    expect(await response.json()).toMatchObject({ msg: "This address takes GET, POST." });
  }
});

test("a form that is too large never reaches the service", async () => {
  const body = "a".repeat(65_537);
  const response = await fetch(`${site}/auth/v1/callback`, { method: "POST", body });
  const { error_code: code } = await response.json();
  expect([response.status, code]).toEqual([413, "request_entity_too_large"]);
});
