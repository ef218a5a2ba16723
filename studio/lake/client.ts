import {
  createClient,
  type ClientConfig,
  type FilteredResponseQueryOptions,
  type HttpRequestEvent,
  type InitializedClientConfig,
  type SanityClient,
} from "@sanity/client";
import {
  BehaviorSubject,
  combineLatest,
  filter,
  from,
  lastValueFrom,
  map,
  of,
  pairwise,
  tap,
} from "rxjs";
import { stubbedResponse } from "./cloud-stubs";
import { waitForSignIn, type SessionResponse } from "./wait-for-sign-in";
import { retryCommit } from "./commit-retry";
import { Edits, silence, type Delay } from "./edits";
import { dataset } from "../environment";
import { ListenerMultiplexer } from "./multiplexer";
import { afterPublishing } from "./publish-first";
import { postWithKeepalive } from "./keepalive-post";
import { selectParentReferences } from "./parent-references";
import { noteHits, rankHits, searchPictures } from "./search";
import { noteSent } from "../unsaved/unsaved";

/**
 * The lake's URL, on the origin that served the Studio. Empty outside a browser, where nothing is
 * requested.
 */
export const lakeUrl = typeof window === "undefined" ? "" : `${window.location.origin}/lake`;

let multiplexer: ListenerMultiplexer | undefined;

const idOf = (body: unknown): string | undefined =>
  typeof body === "object" && body !== null && "id" in body && typeof body.id === "string"
    ? body.id
    : undefined;

async function askWhoIAm(): Promise<SessionResponse> {
  const response = await fetch(`${lakeUrl}/v2025-02-19/users/me`);
  return { status: response.status, id: response.ok ? idOf(await response.json()) : undefined };
}

/**
 * Whether the lake still admits the Studio's user, and the requests that wait until it does. Pure,
 * so that the bundle of a hosted project's Studio, which does not use it, excludes it.
 */
export const lakeSession = /* @__PURE__ */ waitForSignIn(askWhoIAm);

/** Edits in flight to the lake, and why they wait, if they do: pure, as above. */
export const connection = /* @__PURE__ */ openConnection();

function openConnection() {
  const edits = new Edits();
  const isConnected = new BehaviorSubject(true);
  const delay = new BehaviorSubject<Delay | null>(null);
  combineLatest([isConnected, edits.delay])
    .pipe(map(([connected, edit]) => (connected ? edit : silence)))
    .subscribe(delay);
  // A lake that was restarted may have lost its fault.
  isConnected
    .pipe(
      pairwise(),
      filter(([before, now]) => !before && now),
    )
    .subscribe(() => edits.tryAgain());
  return { edits, isConnected, delay };
}

/**
 * Made with the first listener: the bundle of a hosted project's Studio, which has none, then
 * excludes it.
 */
function openMultiplexer(): ListenerMultiplexer {
  const opened = new ListenerMultiplexer(
    () => `${lakeUrl.replace(/^http/, "ws")}/vX/mux/${dataset}`,
  );
  opened.isConnected.subscribe(connection.isConnected);
  if (typeof window !== "undefined") {
    // A socket whose network is gone silently stays open: the editor would go on writing without
    // notice.
    for (const change of ["offline", "online"])
      window.addEventListener(change, () => opened.reconnect());
  }
  return opened;
}

/** The options of `client.listen` that the lake supports; `events` is applied here. */
const wireOptions = [
  "includePreviousRevision",
  "includeMutations",
  "includeAllVersions",
  "visibility",
  "effectFormat",
  "enableResume",
] as const;

interface ListenOptions extends Partial<Record<(typeof wireOptions)[number], unknown>> {
  events?: string[];
  includeResult?: boolean;
  tag?: string;
}

/** A client from which others are made: `SanityClient` or its observable twin. */
interface Derivable<Self> {
  config(): InitializedClientConfig;
  withConfig(config?: Partial<ClientConfig>): Self;
  clone(): Self;
}

/**
 * Replaces `listen` of a client, and of every client derived from it, with the multiplexer.
 *
 * `listen` is a field of each instance, so it has to be set again on what `withConfig` and `clone`
 * return.
 */
function overrideListen<Client extends Derivable<Client>>(
  client: Client,
  override: (derived: Client) => Client,
): Client {
  const withConfig = client.withConfig.bind(client);
  const clone = client.clone.bind(client);
  return Object.assign(client, {
    withConfig: (config?: Partial<ClientConfig>) => override(withConfig(config)),
    clone: () => override(clone()),
    listen: (query: string, params: Record<string, unknown> = {}, options: ListenOptions = {}) => {
      const { events = ["mutation"], includeResult = true, tag } = options;
      const { requestTagPrefix } = client.config();
      const wire: Record<string, unknown> = {
        includeResult,
        tag: tag && requestTagPrefix ? `${requestTagPrefix}.${tag}` : tag,
      };
      for (const name of wireOptions) wire[name] = options[name];
      multiplexer ??= openMultiplexer();
      return multiplexer
        .listen({ query, params, options: wire })
        .pipe(filter((event) => events.includes(event.type)));
    },
  });
}

type ObservableClient = SanityClient["observable"];

function overrideObservable(client: ObservableClient): ObservableClient {
  const action = client.action.bind(client);
  const request = client.request.bind(client);
  const fetch = client.fetch.bind(client);
  return Object.assign(overrideListen(client, overrideObservable), {
    fetch: (
      query: string,
      params: Record<string, unknown> = {},
      options?: FilteredResponseQueryOptions,
    ) =>
      fetch(
        selectParentReferences(searchPictures(query), options?.tag, location.pathname),
        params,
        options,
      ).pipe(
        map((found: unknown) => rankHits(query, params, found)),
        tap((hits) => noteHits(query, params, hits)),
      ),
    request: (options: Parameters<ObservableClient["request"]>[0]) => {
      const known = stubbedResponse(options);
      return known === undefined ? request(options) : of(known);
    },
    // Publishing is also retried after a lost connection: its id keeps it from being done twice.
    action: (...[operations, options]: Parameters<ObservableClient["action"]>) => {
      const transactionId = options?.transactionId ?? crypto.randomUUID();
      const send = () => action(operations, { ...options, transactionId });
      const post = postWithKeepalive(lakeUrl, lakeSession.userId());
      const actions = [operations].flat();
      if (options?.tag === "document.commit") noteSent({ transactionId, actions, post });
      return afterPublishing(actions, () =>
        connection.edits.watch((waiting) => retryCommit(send, transactionId, waiting)),
      );
    },
  });
}

function transaction(body: unknown): string | undefined {
  const id = typeof body === "object" && body && "transactionId" in body && body.transactionId;
  return typeof id === "string" ? id : undefined;
}

function overrideBoth(client: SanityClient): SanityClient {
  overrideObservable(client.observable);
  const dataRequest = client.dataRequest.bind(client);
  const request = client.request.bind(client);
  const events = client.live.events.bind(client.live);
  Object.assign(client.live, {
    events: (...options: Parameters<typeof events>) =>
      lakeSession.retryWhenAdmitted(() => events(...options)),
  });
  return Object.assign(overrideListen(client, overrideBoth), {
    action: (...[operations, options]: Parameters<SanityClient["action"]>) =>
      lastValueFrom(client.observable.action(operations, options)),
    request: async (options: Parameters<SanityClient["request"]>[0]) => {
      const known = stubbedResponse(options);
      if (known !== undefined) return known;
      const response = await request(options);
      // The Studio would go on to Sanity's choice of login providers.
      if (options.uri === "/auth/logout") window.location.assign("/login");
      return response;
    },
    // Edits of documents without drafts use this method.
    dataRequest: (...[endpoint, body, options]: Parameters<SanityClient["dataRequest"]>) => {
      const send = () => dataRequest(endpoint, body, options);
      const transactionId = transaction(body);
      const isTyped = options?.tag === "document.commit" && transactionId;
      if (!isTyped) return send();
      return lastValueFrom(
        connection.edits.watch((waiting) =>
          retryCommit(() => from(send()), transactionId, waiting),
        ),
      );
    },
  });
}

function rememberUser(event: HttpRequestEvent) {
  const id = event.type === "response" ? idOf(event.body) : undefined;
  if (id !== undefined) lakeSession.setUser(id);
}

/**
 * The Studio's `unstable_clientFactory` for the embedded lake: every request goes to the site's own
 * origin, and all listeners share one WebSocket.
 */
export function createLakeClient(config: ClientConfig): SanityClient {
  return overrideBoth(
    createClient({
      ...config,
      apiHost: lakeUrl,
      useProjectHostname: false,
      useCdn: false,
      _requestHandler: (request, send) => {
        // The Studio requests the current user itself when it opens, and shows its own login.
        if (/\/users\/me$/.test(request.url)) return send(request).pipe(tap(rememberUser));
        return lakeSession.retryWhenAdmitted(() => {
          const user = lakeSession.userId();
          if (user === undefined) return send(request);
          // Someone else may have signed in in another tab: the site refuses a request that names
          // another user.
          return send({ ...request, headers: { ...request.headers, "X-Studio-Person": user } });
        });
      },
      // Reads wait while the connection is down. Sanity's five retries are over in seconds, and the
      // resulting error takes the whole tool down.
      maxRetries: Number.MAX_SAFE_INTEGER,
      retryDelay: (attempt) => Math.min(100 * 2 ** attempt, 3_000),
    }),
  );
}
