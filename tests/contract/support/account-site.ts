import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import { migrations as authMigrations } from "@platen/auth/migrations";
import {
  goodPassword,
  newAddress,
  newVisitor,
  publishableKey,
  secretKey,
  type Settings,
  startTestService,
  type TestService,
} from "@platen/auth/testing/service";
import type { DiskSpace } from "@platen/kit";
import type { Database } from "@platen/postgres/database";
import type { ExaminedSubject } from "@domain/administration/health";
import type { AvatarMaker } from "~/account/profile/avatar.server";
import type { openSession } from "~/account/session/session.server";
import { appMigrations } from "../../../server/backend/app-migrations";
import { adminClient } from "./auth-clients";
import { openTestDatabase } from "./test-database";

type Handler = (args: ActionFunctionArgs) => unknown;
type Fields = Record<string, string | string[]>;

/** What a loader or an action returned or threw. */
export interface Answer {
  status: number;
  location: string | null;
  headers: Headers;
  data: unknown;
}

/**
 * The site's loaders and actions over a real auth service and a real database, without a
 * browser.
 */
export interface AccountSite {
  service: TestService;
  database: Database;
  /** Creates a confirmed account, with a role, that nobody is signed in to. */
  newAccount(role?: "Admin" | "Editor" | "User"): Promise<Account>;
  /** Creates an account and signs it in through the login page. */
  signedIn(role?: "Admin" | "Editor" | "User"): Promise<Account & { visitor: Visitor }>;
  /** Whether several connections work in the database at the same time, as on a real server. */
  concurrent: boolean;
  /** A browser without any state. */
  newVisitor(userAgent?: string): Promise<Visitor>;
  close(): Promise<void>;
}

export interface Account {
  id: string;
  email: string;
  password: string;
}

/**
 * Starts the services and points the site's environment at them. Import modules of app/ only
 * afterward, by `import()`: they read the environment when they load.
 *
 * @param settings.providers the OAuth providers that users may sign in with
 * @param settings.anonymousSignIns whether users may sign in without an email address
 * @param settings.webAuthn whether users may add security keys
 * @param settings.autoconfirm whether sign-ups are confirmed automatically, as by default
 * @param settings.space of the disk that the embedded database is on
 */
export async function openAccountSite({
  space,
  ...settings
}: Pick<Settings, "providers" | "autoconfirm" | "anonymousSignIns" | "webAuthn"> & {
  space?: DiskSpace;
} = {}): Promise<AccountSite> {
  const { database, address, concurrent, close } = await openTestDatabase({
    space,
    migrations: [authMigrations, appMigrations],
  });
  const service = await startTestService({ database, ...settings });
  Object.assign(process.env, {
    SITE_URL: "http://localhost:3000",
    SANITY_PROJECT_ID: "local",
    SANITY_DATASET: "production",
    SUPABASE_URL: service.url,
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    SUPABASE_SECRET_KEY: secretKey,
    DATABASE_URL: address,
  });
  const target = { url: service.url, publishableKey, secretKey };

  async function newAccount(role = "User"): Promise<Account> {
    const account = { email: newAddress(), password: goodPassword };
    const { data, error } = await adminClient(target).auth.admin.createUser({
      email: account.email,
      password: account.password,
      email_confirm: true,
    });
    if (error) throw error;
    const { id } = data.user;
    await database.query("update public.profiles set role = $2 where id = $1", [id, role]);
    return { ...account, id };
  }

  return {
    service,
    database,
    concurrent,
    newAccount,
    newVisitor: (userAgent) => Visitor.create(userAgent),
    async signedIn(role) {
      const account = await newAccount(role);
      const visitor = await Visitor.create();
      await visitor.logIn(account);
      return { ...account, visitor };
    },
    close: () => close(() => service.close()),
  };
}

/** A browser, as far as the server knows it: an IP address and cookies. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  /** The IP address. */
  readonly address = newVisitor();
  readonly #openSession;
  readonly #userAgent;
  readonly #avatars;

  private constructor(open: typeof openSession, userAgent: string, avatars: AvatarMaker) {
    this.#openSession = open;
    this.#userAgent = userAgent;
    this.#avatars = avatars;
  }

  static async create(userAgent = "Test browser"): Promise<Visitor> {
    const { openSession } = await import("~/account/session/session.server");
    const { AvatarMaker } = await import("~/account/profile/avatar.server");
    // A test that uploads pictures puts a real one in its place.
    return new Visitor(openSession, userAgent, new AvatarMaker(new URL("data:text/javascript,")));
  }

  async logIn({ email, password }: Pick<Account, "email" | "password">): Promise<Answer> {
    const { action } = await import("~/routes/login");
    const response = await this.send(action, "/login", { email, password });
    if (response.status !== 302)
      throw new Error(`Nobody signed in: ${JSON.stringify(response.data)}`);
    return response;
  }

  /** What the site knows of whom it has signed in. */
  claims() {
    const headers = { Cookie: this.#cookieHeader() };
    const request = new Request("http://localhost:3000", { headers });
    return this.#openSession(request, new Headers(), this.address).claims();
  }

  /** Opens a page. */
  open(loader: Handler, path: string, params: Record<string, string> = {}): Promise<Answer> {
    return this.#ask(loader, path, params, {});
  }

  /** Sends a form to a page. */
  send(
    action: Handler,
    path: string,
    fields: Fields,
    params: Record<string, string> = {},
  ): Promise<Answer> {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) {
      for (const each of [value].flat()) body.append(name, each);
    }
    return this.#ask(action, path, params, { method: "POST", body });
  }

  #cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async #ask(
    handler: Handler,
    path: string,
    params: Record<string, string>,
    init: RequestInit,
  ): Promise<Answer> {
    const request = new Request(new URL(path, "http://localhost:3000"), init);
    request.headers.set("User-Agent", this.#userAgent);
    if (this.cookies.size > 0) request.headers.set("Cookie", this.#cookieHeader());
    const responseHeaders = new Headers();
    const context: AppLoadContext = {
      nonce: "",
      completeRequested: true,
      turn: async () => {},
      report: console.error,
      preview: null,
      avatars: this.#avatars,
      examineSite: async () => examined,
      session: this.#openSession(request, responseHeaders, this.address),
      responseHeaders,
      pageHeaders: new Headers(),
    };
    const response = await answerOf(() => handler({ request, params, context }));
    this.#keep(responseHeaders);
    return response;
  }

  #keep(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "" || /max-age=0/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

/** What the administration gets as the state of the machine. */
export const examined: ExaminedSubject[] = [
  { title: "Backups", findings: [{ kind: "warning", text: "No backups are scheduled." }] },
];

async function answerOf(handle: () => unknown): Promise<Answer> {
  let result: unknown;
  try {
    result = await handle();
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    result = thrown;
  }
  if (result instanceof Response) {
    const { status, headers } = result;
    const text = await result.text();
    return { status, headers, location: headers.get("Location"), data: text };
  }
  if (isDataWithInit(result)) {
    const headers = new Headers(result.init?.headers);
    return { status: result.init?.status ?? 200, headers, location: null, data: result.data };
  }
  return { status: 200, headers: new Headers(), location: null, data: result };
}

/** The return value of Remix's `data()`. */
function isDataWithInit(value: unknown): value is { data: unknown; init: ResponseInit | null } {
  return (
    typeof value === "object" &&
    value !== null &&
    "type" in value &&
    value.type === "DataWithResponseInit"
  );
}
