import type { Server } from "node:http";
import type { Socket } from "node:net";
import { type Allowance, allowancesOf, TokenBuckets } from "@platen/kit";
import { connectionsWithin } from "../../process/open-files";
import { FairTurns } from "./fair-turns";
import type { FloodDetector } from "./flood-detection";
import { CpuStopwatch } from "./cpu-stopwatch";

/** Sockets that one network may have open: an office of eighty browsers with six each. */
const maxOfNetwork = 512;

/**
 * New connections of one network: the others wait. Each takes as long as ten cached pages: a
 * hundred that sent one request each, without end, had an honest visitor wait for a fifth of a
 * second.
 */
const newOfNetwork = { burst: 256, perSecond: 64 };

/** How long a new connection waits at most. */
const maxWaitMilliseconds = 5_000;

/** An idle connection takes some ten kilobytes: more than this are not visitors. */
const maxTotal = 20_000;

/**
 * File descriptors for everything except connections: files, the database, threads, the process
 * itself.
 */
const reservedFiles = 256;

/** How many connections the process may accept, by its limit of file descriptors. */
export const maxConnections = (files?: number): number =>
  Math.min(maxTotal, connectionsWithin(reservedFiles, files));

/**
 * Limits the connections of a server in total. In a cluster Node passes those that are too many for
 * one process to the next one, and around without end: there they are accepted and closed. Call it
 * before anything else listens for connections.
 */
export function limitTotal(server: Server, isWorker: boolean, max = maxConnections()): void {
  if (!isWorker) {
    server.maxConnections = max;
    return;
  }
  let open = 0;
  const listeners = server.listeners("connection");
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    if (open >= max) return void socket.destroy();
    open += 1;
    socket.once("close", () => (open -= 1));
    for (const listener of listeners) Reflect.apply(listener, server, [socket]);
  });
}

/**
 * How many connections are closed at a time for those of others: finding them reads all networks.
 */
const maxClosedForOthers = 32;

/** The part of a socket that counting needs. */
interface Counted {
  remoteAddress?: string | undefined;
  once(event: "close", listener: () => void): unknown;
  destroy(): unknown;
}

/**
 * Counts the open connections of each network, and blocks networks that flood. Once there are as
 * many as there may be, the oldest of the end site that has the most are closed for those of
 * others: otherwise forty addresses held all connections, and everyone else was refused.
 */
export class ConnectionsByNetwork {
  readonly #open = new Map<string, Set<Counted>>();
  readonly #floods: FloodDetector;
  readonly #newConnections = new TokenBuckets(newOfNetwork);
  readonly #max: number;
  #total = 0;

  /** @param max how many connections may be open, of all networks together */
  constructor(floods: FloodDetector, max = Infinity) {
    this.#floods = floods;
    this.#max = max;
  }

  /**
   * Counts a connection until it closes.
   *
   * @returns in how many milliseconds to respond to it; or to close it, because its network has too
   *   many, or to hold it without reading from it, because its network is blocked or opens too
   *   many
   */
  admit(socket: Counted): number | "close" | "hold" {
    const clientIp = socket.remoteAddress ?? "";
    const counts = allowancesOf(clientIp);
    if (counts.some(({ name, networks }) => this.#openOf(name).size >= maxOfNetwork * networks)) {
      return "close";
    }
    if (this.#total >= this.#max && !this.#makeRoom(counts)) return "close";
    this.#total += 1;
    socket.once("close", () => (this.#total -= 1));
    for (const { name } of counts) {
      const open = this.#openOf(name).add(socket);
      this.#open.set(name, open);
      socket.once("close", () => {
        open.delete(socket);
        if (open.size === 0 && this.#open.get(name) === open) this.#open.delete(name);
      });
    }
    if (this.#floods.isBlocked(clientIp)) return "hold";
    const shares = counts.map(({ name: key, networks }) => ({ key, tokens: 1 / networks }));
    return this.#newConnections.reserveAll(shares, maxWaitMilliseconds) ?? "hold";
  }

  /**
   * Records a flood. After some of them what the network's other connections have sent is not even
   * read: each read takes 20 ms, and five hundred connections may be due at once.
   */
  flooded({ remoteAddress: clientIp = "" }: Counted, part?: number): void {
    this.#floods.note(clientIp, part);
    for (const name of this.#floods.blockedOf(clientIp)) {
      const open = this.#openOf(name);
      // Forgotten immediately, because they are reported as closed later: the floods of 450
      // connections in one turn of the event loop went through all of them each time, which took
      // 0.3 s.
      const connections = [...open];
      open.clear();
      for (const each of connections) each.destroy();
    }
  }

  /** @returns whether others had more connections than the network whose allowances these are */
  #makeRoom(counts: readonly Allowance[]): boolean {
    const own = Math.max(...counts.map(({ name }) => this.#openOf(name).size));
    const largest = [...this.#open.values()].reduce(
      (a, b) => (b.size > a.size ? b : a),
      new Set<Counted>(),
    );
    const excess = Math.min(maxClosedForOthers, largest.size - own - 1);
    for (const socket of [...largest].slice(0, Math.max(0, excess))) socket.destroy();
    return excess > 0;
  }

  #openOf(name: string): Set<Counted> {
    return this.#open.get(name) ?? new Set();
  }
}

/**
 * A connection that is closed immediately is reopened immediately: sixteen thousand a second take a
 * core as well.
 */
const heldMilliseconds = 5_000;

/**
 * How long after a connection more of them are expected, in processor time: some turns of the event
 * loop.
 */
const acceptingMilliseconds = 5;

/** What a server has accepted. */
export interface Accepted {
  /** How many connections. */
  count(): number;
  /** Whether the last one came just now. */
  isRecent(): boolean;
}

/** Watches the connections of a server. Call it before anything handles them. */
export function watchAccepting(
  server: Server,
  last: Pick<CpuStopwatch, "start" | "hasRun"> = new CpuStopwatch(),
): Accepted {
  let count = 0;
  server.prependListener("connection", () => {
    count += 1;
    last.start();
  });
  return { count: () => count, isRecent: () => !last.hasRun(acceptingMilliseconds) };
}

/**
 * Limits the connections of a server, in total and per network. Call it before anything else
 * listens for connections.
 *
 * @returns a function that must be called with a connection that flooded, or over which part of a
 *   flood arrived
 */
export function limitConnections(
  server: Server,
  floods: FloodDetector,
  isAccepting: () => boolean,
): (socket: Socket, part?: number) => void {
  const starts = new FairTurns(isAccepting);
  const max = maxConnections();
  const maxHeld = max / 4;
  const byNetwork = new ConnectionsByNetwork(floods, max - maxHeld);
  let held = 0;
  // Node's own listener would start to read from connections that must get no response.
  const listeners = server.listeners("connection");
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    // Reset before it was accepted: nobody can say whose it was.
    if (socket.remoteAddress === undefined) return void socket.destroy();
    const verdict = byNetwork.admit(socket);
    if (typeof verdict === "number") {
      // Five hundred that connect at once would all be read in one turn of the event loop.
      socket.pause();
      const start = () => {
        if (socket.destroyed) return;
        for (const listener of listeners) Reflect.apply(listener, server, [socket]);
        socket.resume();
      };
      const takeTurn = () => starts.take(() => socket.remoteAddress ?? "", start);
      if (verdict === 0) takeTurn();
      else setTimeout(takeTurn, verdict);
    } else if (verdict === "close" && held >= maxHeld) {
      socket.destroy();
    } else {
      socket.pause();
      held += 1;
      socket.once("close", () => (held -= 1));
      setTimeout(() => socket.destroy(), heldMilliseconds).unref();
    }
  });
  return (socket, part) => byNetwork.flooded(socket, part);
}
