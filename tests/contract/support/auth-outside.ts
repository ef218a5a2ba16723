import { expect } from "vitest";
import { eventually } from "@platen/kit/testing/eventually";
import {
  clientId,
  clientSecret,
  type ProviderPerson,
  startTestProvider,
} from "@platen/auth/testing/oauth-provider";
import {
  newAddress,
  newVisitor,
  publishableKey,
  secretKey,
  siteUrl,
  startTestService,
  type TestService,
} from "@platen/auth/testing/service";
import { type Target, visitorClient } from "./auth-clients";

/**
 * Our own service, our own OpenID provider under three names, and browsers between them.
 */
export interface Outside {
  service: TestService;
  provider: Awaited<ReturnType<typeof startTestProvider>>;
  target: Target;
  /** The warnings that the service logged for its operator. */
  warnings: unknown[];
  close(): Promise<void>;
}

export async function openOutside(): Promise<Outside> {
  const warnings: unknown[] = [];
  const provider = await startTestProvider();
  const service = await startTestService({
    autoconfirm: false,
    logger: {
      warn: (details, message) => void warnings.push([message, details]),
      error: console.error,
    },
    providers: [
      { kind: "oidc", name: "google", issuer: provider.issuer, clientId, clientSecret },
      { kind: "github", url: provider.issuer, clientId, clientSecret },
      { kind: "oidc", name: "gitlab", issuer: "http://127.0.0.1:2", clientId, clientSecret },
    ],
  });
  return {
    service,
    provider,
    target: { url: service.url, publishableKey, secretKey },
    warnings,
    async close() {
      await service.close();
      await provider.close();
    },
  };
}

let people = 1000;

export const newOutsider = (): ProviderPerson => ({
  sub: String(++people),
  email: newAddress(),
  email_verified: true,
  name: "Ada Example",
});

/** A browser as far as redirects and cookies go; the site's URL leads to the service. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly #service: TestService;
  readonly #visitor = newVisitor();

  constructor(service: TestService) {
    this.#service = service;
  }

  async open(address: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(address.replace(siteUrl, this.#service.url), {
      ...init,
      redirect: "manual",
      headers: {
        ...init.headers,
        "X-Forwarded-For": this.#visitor,
        Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  async next(address: string): Promise<string> {
    return (await this.open(address)).headers.get("location") ?? "";
  }

  /** From the button to where the provider sends the browser back to. */
  async toCallback(address: string): Promise<string> {
    return this.next(await this.next(address));
  }

  /** From the button to the page that the client wanted. */
  async through(address: string): Promise<URL> {
    return new URL(await this.next(await this.toCallback(address)));
  }
}

export const button = ({ url }: TestService, name = "google", query: Record<string, string> = {}) =>
  `${url}/auth/v1/authorize?${new URLSearchParams({ provider: name, ...query }).toString()}`;

/** Signs in with the implicit flow, and returns what the page at its end sees. */
export async function land(service: TestService, name = "google"): Promise<Record<string, string>> {
  const { hash } = await new TestBrowser(service).through(button(service, name));
  return Object.fromEntries(new URLSearchParams(hash.slice(1)));
}

/**
 * The log contains these refused sign-ins with or without an account: entries are written after the
 * response.
 */
export const refusalsRecorded = (
  { database }: TestService,
  field: "actor_id" | "actor_username",
  value: string,
  traits: object[],
) =>
  eventually(async () => {
    const rows = await database.query<{ traits: unknown }>(
      `select payload -> 'traits' as traits from auth.audit_log_entries
       where payload ->> $1 = $2 and payload ->> 'action' = 'login_failed'`,
      [field, value],
    );
    expect(rows.map((row) => row.traits)).toEqual(expect.arrayContaining(traits));
  });

export async function userOf(target: Target, accessToken: string | undefined) {
  const { data, error } = await visitorClient(target).auth.getUser(accessToken);
  if (error) throw error;
  return data.user;
}
