import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { DiskSpace } from "@platen/kit";
import type { Database } from "@platen/postgres/database";
import { type Assets, createAssets } from "./assets";
import { readPastUploads } from "./assets/uploads/past-uploads";
import { dayMilliseconds } from "./assets/uploads/upload-quota";
import { type Author, readAuthor } from "./access/authors";
import { HistoryTurns } from "./history/history-turns";
import { createApp } from "./http-app";
import { createAuthenticator, type Identity } from "./access/identity";
import { Listeners } from "./listen/listeners";
import { readPastCommits } from "./listen/past-commits";
import { EventStreams } from "./listen/sse";
import { UnreadEvents } from "./listen/unread-events";
import { Live } from "./live";
import { Queries } from "./query/queries";
import { UnsentResponses } from "./routes/unsent-responses";
import { Sockets } from "./sockets/sockets";
import { Store } from "./store";
import { Tokens } from "./access/tokens";
import { Users } from "./access/users";

/** The settings of a content lake, and what it is connected to. */
export interface LakeOptions {
  database: Database;
  projectId: string;
  dataset: string;
  /**
   * The lake's URL as browsers see it, e.g. http://localhost:3000/lake: the start of all asset
   * URLs.
   */
  publicUrl: string;
  /** Directory of uploaded files. */
  assetDirectory: string;
  /** The space left on the disk that they are on. */
  space?: DiskSpace;
  /** Proves that the site sent `X-Lake-Identity`. */
  proxyToken: string;
  readToken: string;
  /** Types of documents that editors draft and only administrators publish. */
  administratorsPublish: readonly string[];
  /** Types of documents about which the public event stream says nothing. */
  privateTypes: readonly string[];
  /**
   * The compiled `query/query-worker`: the thread for slow queries. Without it they block
   * everything else.
   */
  queryWorker?: URL;
  /**
   * The compiled `assets/transform-process`: pictures are made in it. Without it they are made in
   * this process.
   */
  transformProcess?: URL;
}

export interface Lake {
  /** Handles a request for a path under /lake. Never rejects. */
  fetch(request: Request, peer: { address: string }): Promise<Response>;
  /** Takes over a WebSocket handshake for a path under /lake, or refuses it. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** The documents, for callers in this process. */
  store: Store;
  /** The author of a revision; undefined when no transaction has its id. */
  authorOf(revision: string): Promise<Author | undefined>;
  /** The uploaded files, for callers in this process. */
  assets: Pick<Assets, "upload" | "pathOf">;
  /** Ends all streams and sockets, and accepts no more sockets. Requests are handled as before. */
  goAway(): void;
  /**
   * Ends all streams and sockets, and resolves when the last write has ended. The database stays
   * open.
   */
  close(): Promise<void>;
}

/** Opens the content lake on a database: Sanity's HTTP API for one project and dataset. */
export async function createLake(options: LakeOptions): Promise<Lake> {
  const { database, projectId, dataset, administratorsPublish } = options;
  const store = await Store.open(database);
  const users = await Users.open(database);
  const tokens = await Tokens.open(database);
  const authenticate = createAuthenticator(options, tokens);
  const unread = new UnreadEvents();
  const streams = new EventStreams(unread);
  // Their clients reconnect by themselves, and those of the revoked token are refused.
  tokens.onRevoke(() => streams.close());
  const past = await readPastCommits(database, store);
  const listeners = new Listeners(store, { projectId, dataset }, past);
  const queries = new Queries(store, options.queryWorker);
  const assets = createAssets({
    ...options,
    store,
    pastUploads: await readPastUploads(database, store, Date.now() - dayMilliseconds),
    directory: options.assetDirectory,
    space: options.space ?? new DiskSpace(options.assetDirectory),
    author: (context) => {
      const identity: Identity = context.get("identity");
      return identity.id;
    },
  });
  const sockets = new Sockets({ dataset, listeners, unread, authenticate });
  const goAway = () => {
    streams.close();
    sockets.goAway();
  };

  return {
    store,
    assets,
    authorOf: (revision) => readAuthor(database, tokens, revision),
    fetch: createApp({
      store,
      users,
      tokens,
      authenticate,
      streams,
      listeners,
      queries,
      assets,
      projectId,
      dataset,
      administratorsPublish,
      historyTurns: new HistoryTurns(database),
      live: new Live(store, streams, options.privateTypes),
      unsent: new UnsentResponses(),
    }),
    goAway,
    upgrade: (request, socket, head) => sockets.upgrade(request, socket, head),
    close: async () => {
      streams.close();
      sockets.close();
      listeners.close();
      queries.close();
      assets.close();
      await store.settled();
    },
  };
}
