import {
  createClient,
  type ClientConfig,
  type FilteredResponseQueryOptions,
  type HttpRequestEvent,
  type SanityClient,
} from "@sanity/client";
import { from, lastValueFrom, map, of, tap } from "rxjs";
import { stubbedResponse } from "./cloud-stubs";
import { retryCommit } from "./commit-retry";
import { connection } from "./connection";
import { postWithKeepalive } from "./keepalive-post";
import { idOf, lakeSession, lakeUrl } from "./lake-session";
import { overrideListen } from "./override-listen";
import { selectParentReferences } from "./parent-references";
import { afterPublishing } from "./publish-first";
import { noteHits, rankHits, searchPictures } from "./search";
import { noteSent } from "../unsaved/unsaved";

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
          return send({ ...request, headers: { ...request.headers, "X-Studio-User": user } });
        });
      },
      // Reads wait while the connection is down. Sanity's five retries are over in seconds, and the
      // resulting error takes the whole tool down.
      maxRetries: Number.MAX_SAFE_INTEGER,
      retryDelay: (attempt) => Math.min(100 * 2 ** attempt, 3_000),
    }),
  );
}
