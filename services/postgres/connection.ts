import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { safeEqual } from "@platen/kit";
import { DatabaseError } from "./database";
import type { Lease } from "./session-lease";
import { hasManyOpenBrackets, nestsTooDeep } from "./nesting";
import type { EmbeddedDatabase } from "./embedded-database";
import * as wire from "./wire";

const protocolVersion = 196608;
const cancelRequest = 80877102;
const sslRequest = 80877103;
const gssRequest = 80877104;

/** Everyone else waits for an open transaction: a client that leaves one open is cut off. */
const idleInTransactionMilliseconds = 5_000;

const readyForQuery = wire.message("Z", Buffer.from("I"));

/** Connections since the start. */
let opened = 0;

/**
 * Serves one client until it disconnects: startup, password, then batches of messages, each in one
 * turn on the database.
 */
export class Connection {
  #user = "";
  #authenticated = false;
  #started = false;
  #lease: Lease | undefined;
  /** By which it gets its share of the turns. */
  readonly #name = `connection ${(opened += 1)}`;
  #batch: Buffer[] = [];
  #refusal: wire.ErrorFields | undefined;

  constructor(
    readonly socket: Socket,
    readonly database: EmbeddedDatabase,
    readonly password: string,
    readonly serverVersion: string,
  ) {}

  /** Resolves when the client is gone and has released the database. */
  async serve(): Promise<void> {
    this.socket.on("timeout", () =>
      this.#leave("25P03", "The transaction was idle for 5 seconds while everyone else waited."),
    );
    // Without a listener a broken pipe would end the process; the loop below notices the end of the
    // socket by itself.
    this.socket.on("error", () => {});
    try {
      for await (const message of wire.readMessages(this.socket, () => this.#started)) {
        await this.#receive(message);
        if (this.socket.destroyed || this.socket.writableEnded) break;
      }
    } catch (error) {
      if (error instanceof DatabaseError) this.#leave(error.code ?? "57P02", error.message);
      else if (error instanceof wire.ProtocolViolation) this.#leave("08P01", error.message);
      // Anything else is the socket's end: the client disconnected in the middle of a message.
    } finally {
      await this.#release();
      this.socket.destroy();
    }
  }

  #leave(code: string, message: string): void {
    this.socket.end(wire.errorResponse("FATAL", { code, message }));
    // A client that does not disconnect would otherwise hold its turn.
    this.socket.destroy();
  }

  async #receive(message: wire.FrontendMessage): Promise<void> {
    if (!this.#started) return this.#start(message.body);
    if (!this.#authenticated) return this.#authenticate(message);
    switch (message.type) {
      case "P":
      case "B":
      case "D":
      case "C":
      case "E":
        this.#add(message);
        return;
      case "Q":
        this.#add(message);
        if (this.#refusal) this.#batch.push(wire.message("S"));
        return this.#run("Q");
      case "S":
      case "H":
        this.#batch.push(message.bytes);
        return this.#run(message.type);
      case "X":
        this.socket.end();
        return;
      default:
        throw new wire.ProtocolViolation(`Messages of type "${message.type}" are not accepted.`);
    }
  }

  #start(body: Buffer): void {
    const request = body.length >= 4 ? body.readInt32BE(0) : 0;
    if (request === sslRequest || request === gssRequest) {
      this.socket.write("N");
    } else if (request === cancelRequest) {
      // A statement cannot be interrupted: by the time we read this, there is none to cancel.
      this.socket.end();
    } else if (request >> 16 === protocolVersion >> 16) {
      const fields = body.subarray(4).toString("utf8").split("\0");
      const at = fields.findIndex((field, index) => index % 2 === 0 && field === "user");
      this.#user = fields[at + 1] ?? "";
      this.#started = true;
      this.socket.write(wire.message("R", wire.int32(3)));
    } else {
      throw new wire.ProtocolViolation("Only version 3 of the Postgres protocol is supported.");
    }
  }

  #authenticate({ type, body }: wire.FrontendMessage): void {
    const given = body.subarray(0, -1).toString("utf8");
    if (type !== "p" || this.#user !== "app" || !safeEqual(given, this.password)) {
      this.#leave("28P01", `Authentication failed for user "${this.#user}": connect as "app".`);
      return;
    }
    this.#authenticated = true;
    const parameters = {
      server_version: this.serverVersion,
      server_encoding: "UTF8",
      client_encoding: "UTF8",
      DateStyle: "ISO, MDY",
      TimeZone: "UTC",
      integer_datetimes: "on",
      standard_conforming_strings: "on",
    };
    this.socket.write(
      Buffer.concat([
        wire.message("R", wire.int32(0)),
        ...Object.entries(parameters).map(([name, value]) => wire.message("S", name, value)),
        wire.message("K", wire.int32(process.pid), randomBytes(4)),
        readyForQuery,
      ]),
    );
  }

  #add(message: wire.FrontendMessage): void {
    const refusal = this.#refusal ? undefined : refuse(message);
    this.#refusal ??= refusal;
    this.#batch.push(refusal ? wire.refusingBind : message.bytes);
    if (this.#batch.length > 10_000) throw new wire.ProtocolViolation("A batch is too long.");
  }

  /** Runs the batch in this connection's turn, which lasts until no transaction is open. */
  async #run(last: "Q" | "S" | "H"): Promise<void> {
    this.socket.setTimeout(0);
    this.#lease ??= await this.database.lease(this.#name);
    const refusal = this.#refusal;
    const batch = Buffer.concat(this.#batch);
    this.#batch = [];
    this.#refusal = undefined;
    const response = await this.#lease.exchange(batch, last);
    if (this.#lease.idle) await this.#release();
    else this.socket.setTimeout(idleInTransactionMilliseconds);
    this.socket.write(
      refusal ? wire.replaceError(response, wire.errorResponse("ERROR", refusal)) : response,
    );
  }

  async #release(): Promise<void> {
    const lease = this.#lease;
    this.#lease = undefined;
    await lease?.release();
  }
}

/** Refuses what would harm the other connections, which share this session. */
function refuse({ type, bytes, body }: wire.FrontendMessage): wire.ErrorFields | undefined {
  const isTooDeep =
    type === "B" ? [...wire.parametersOf(body)].some(nestsTooDeep) : hasManyOpenBrackets(bytes);
  if (isTooDeep) {
    return { code: "54001", message: "A value is nested more than 1000 levels deep." };
  }
  if (type === "P" && body[0] !== 0) {
    return {
      code: "0A000",
      message: "Named prepared statements are not supported: connect with prepare: false.",
    };
  }
  if (type !== "P" && type !== "Q") return undefined;
  const statement = body.toString("utf8");
  if (/session[\s_]+authorization/i.test(statement)) {
    return { code: "42501", message: "The session authorization may not be changed." };
  }
  if (/\bcopy\b.*\bstdin\b/is.test(statement)) {
    // Postgres would wait for data on a socket that it does not have, and end the process.
    return { code: "0A000", message: "COPY FROM STDIN is not supported: use INSERT." };
  }
  if (/(^|;|\0)\s*listen\b/i.test(statement)) {
    return { code: "0A000", message: "LISTEN is not supported." };
  }
  return undefined;
}
