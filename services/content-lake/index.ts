import { type IncomingMessage } from "node:http";
import { type Duplex } from "node:stream";
import { Hono } from "hono";
import { type WebSocket, WebSocketServer } from "ws";
import { type Database, isDiskFull } from "../postgres/database";
import { DiskSpace } from "../disk-space";
import { type Assets, createAssets } from "./assets";
import { badRequest, httpError, insufficientStorage, LakeError, notFound } from "./errors";
import { History } from "./history";
import { createAuthenticator, type Identity, requireWrite } from "./identity";
import { Listeners } from "./listen/listeners";
import { nameCharset } from "./charset";
import { MessageBudget, messagesIn } from "./listen/message-budget";
import { multiplex } from "./listen/multiplex";
import { readPastCommits } from "./listen/past-commits";
import { EventStreams } from "./listen/sse";
import { limits } from "./limits";
import { Live } from "./live";
import { Users } from "./users";
import { Presence } from "./presence";
import { Queries } from "./query/queries";
import { dataRoutes } from "./routes/data";
import { type LakeEnvironment } from "./routes/environment";
import { projectRoutes } from "./routes/project";
import { Store } from "./store";
import { Tokens } from "./tokens";

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
  /** Of the disk that they are on. */
  space?: DiskSpace;
  /** Proves that the site sent `X-Lake-Identity`. */
  proxyToken: string;
  readToken: string;
  /** Types of documents that editors draft and only administrators publish. */
  administratorsPublish: readonly string[];
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

const pingMilliseconds = 25_000;
const goodbyeMilliseconds = 1_000;

/** Opens the content lake on a database: Sanity's HTTP API for one project and dataset. */
export async function createLake(options: LakeOptions): Promise<Lake> {
  const { database, projectId, dataset } = options;
  const store = await Store.open(database);
  const people = await Users.open(database);
  const tokens = await Tokens.open(database);
  const authenticate = createAuthenticator(options, tokens);
  const streams = new EventStreams();
  // Their clients reconnect by themselves, and those of the revoked token are refused.
  tokens.onRevoke(() => streams.close());
  const past = await readPastCommits(database, store);
  const listeners = new Listeners(store, { projectId, dataset }, past);
  const services = {
    store,
    queries: new Queries(store, options.queryWorker),
    history: new History(database, store),
    listeners,
    live: new Live(store, streams),
    streams,
    projectId,
    dataset,
    administratorsPublish: options.administratorsPublish,
  };

  const assets = createAssets({
    ...options,
    store,
    directory: options.assetDirectory,
    space: options.space ?? new DiskSpace(options.assetDirectory),
    author: (context) => {
      const identity: Identity = context.get("identity");
      return identity.id;
    },
  });

  const versioned = new Hono<LakeEnvironment>();
  versioned.get("/ping", (context) => context.json({}));
  versioned.get("/check/cors", (context) =>
    context.json({ result: { allowed: true, withCredentials: true } }),
  );
  versioned.use(async (context, next) => {
    const identity = authenticate({
      authorization: context.req.header("authorization"),
      identity: context.req.header("x-lake-identity"),
    });
    if (!identity && !isPublic(context.req.path, context.req.query("includeDrafts"))) {
      throw httpError(401, "Unauthorized", "Unauthorized - Session not found");
    }
    if (identity?.role === "administrator" || identity?.role === "editor") {
      await people.remember(identity);
    }
    if (identity) context.set("identity", identity);
    await next();
  });
  versioned.use("/assets/*", async (context, next) => {
    requireWrite(context.get("identity"), "create");
    await next();
  });
  versioned.route("/data", dataRoutes(services));
  versioned.route("/", projectRoutes({ people, tokens, projectId, dataset }));

  const app = new Hono<LakeEnvironment>().basePath("/lake");
  app.use(async (context, next) => {
    await next();
    nameCharset(context.res.headers);
    // Nobody reads the body of a HEAD response: event streams stayed open and soon used up the
    // limit.
    if (context.req.method === "HEAD") await context.res.body?.cancel();
  });
  app.use("/:version{v[^/]+}/*", async (context, next) => {
    const version = context.req.param("version").slice(1);
    if (!/^(1|X|\d{4}-\d{2}-\d{2})$/.test(version)) throw notFound("Unknown API version");
    // Postgres cannot store this character, and no resource has it in its name.
    if (/%00/.test(context.req.url)) throw badRequest("The address contains a null character");
    context.set("version", version);
    await next();
    if (!context.res.headers.has("Cache-Control")) {
      context.header("Cache-Control", "private, no-store");
    }
  });
  app.route("/:version{v[^/]+}", versioned);
  app.route("/", assets.routes);
  app.notFound(({ req }) =>
    respond(notFound(`This content lake does not offer ${req.method} ${req.path.slice(0, 200)}`)),
  );
  app.onError((error) => respond(error));

  const presence = new Presence();
  const messages = new MessageBudget(limits.messages);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024 * 1024 });
  const heartbeat = setInterval(() => {
    for (const socket of sockets.clients) ping(socket);
    presence.beat();
  }, pingMilliseconds);
  heartbeat.unref();

  let isLeaving = false;
  const goAway = () => {
    isLeaving = true;
    streams.close();
    for (const socket of sockets.clients) {
      socket.close(1001, "Going away");
      // An unresponsive one would keep the process alive.
      setTimeout(() => socket.terminate(), goodbyeMilliseconds).unref();
    }
  };

  return {
    store,
    assets,
    fetch: async (request) => app.fetch(withSingleSlashes(request)),
    goAway,
    upgrade: (request, socket, head) => {
      socket.on("error", () => socket.destroy());
      if (isLeaving)
        return refuse(socket, "503 Service Unavailable", "The content lake is closing.");
      const kind = socketKind(request.url ?? "", dataset);
      const identity = identify(authenticate, request);
      if (!kind) return refuse(socket, "404 Not Found", "There is no WebSocket at this address.");
      if (!identity) return refuse(socket, "401 Unauthorized", "Sign in to use the Studio.");
      const others = [...sockets.clients].filter((each) => openers.get(each) === identity.id);
      if (others.length >= limits.sockets) {
        return refuse(socket, "429 Too Many Requests", "You have too many WebSockets open.");
      }
      sockets.handleUpgrade(request, socket, head, (connection) => {
        openers.set(connection, identity.id);
        connection.on("error", () => connection.terminate());
        answering.add(connection);
        connection.on("message", (data) => {
          if (!messages.take(identity.id, messagesIn(data))) connection.terminate();
        });
        connection.on("pong", () => answering.add(connection));
        if (kind === "mux") multiplex(connection, listeners, identity);
        else presence.join(connection, identity);
      });
    },
    close: async () => {
      clearInterval(heartbeat);
      goAway();
      listeners.close();
      services.queries.close();
      assets.close();
      sockets.close();
      await store.settled();
    },
  };
}

/** The id of the user who opened each socket. */
const openers = new WeakMap<WebSocket, string>();

/** Sockets that were opened, or sent a pong, since the last ping. */
const answering = new WeakSet<WebSocket>();

/** A laptop that sleeps leaves its socket open on our side: a socket without a pong is dead. */
function ping(socket: WebSocket): void {
  if (!answering.delete(socket)) return socket.terminate();
  socket.ping();
}

/**
 * The unmodified client sends no token for live events without drafts: they are public on Sanity
 * too, and carry only hashes.
 */
function isPublic(path: string, includeDrafts: string | undefined): boolean {
  if (/\/data\/ping\/[^/]+$/.test(path)) return true;
  return /\/data\/live\/events\/[^/]+$/.test(path) && includeDrafts === undefined;
}

/** Sanity's own tools request `//v2024-01-29/…` where the API's URL has a path. */
function withSingleSlashes(request: Request): Request {
  const url = new URL(request.url);
  if (!url.pathname.includes("//")) return request;
  url.pathname = url.pathname.replace(/\/{2,}/g, "/");
  return new Request(url, request);
}

function socketKind(url: string, dataset: string): "mux" | "socket" | undefined {
  // `URL` does not accept every text that may be here, and nobody catches what an upgrade throws.
  const [, kind, named] = /^\/lake\/v[^/?]+\/(mux|socket)\/([^/?]+)(\?|$)/.exec(url) ?? [];
  if (named !== dataset) return undefined;
  return kind === "mux" || kind === "socket" ? kind : undefined;
}

function identify(
  authenticate: ReturnType<typeof createAuthenticator>,
  { headers }: IncomingMessage,
): Identity | undefined {
  const identity = headers["x-lake-identity"];
  try {
    return authenticate({
      authorization: headers.authorization,
      identity: Array.isArray(identity) ? identity[0] : identity,
    });
  } catch {
    return undefined;
  }
}

function refuse(socket: Duplex, status: string, sentence: string): void {
  const headers = `Content-Type: text/plain; charset=utf-8\r\nContent-Length: ${sentence.length + 1}`;
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n${headers}\r\n\r\n${sentence}\n`);
}

/** What is no LakeError is our own error: it is logged, and the client gets a 500. */
function respond(error: Error): Response {
  if (error instanceof LakeError) {
    const { body, status, headers } = error;
    return Response.json(body, { status, headers });
  }
  if (isDiskFull(error)) return respond(insufficientStorage(error.message));
  console.error("A request to the content lake failed:", error);
  const { body } = httpError(500, "Internal Server Error", "An unexpected error occurred");
  return Response.json(body, { status: 500 });
}
