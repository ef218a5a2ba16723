import { createHash } from "node:crypto";
import { withFloor } from "@platen/kit";
import { type Database, DatabaseError } from "@platen/postgres/database";
import { randomKey } from "../document";
import { httpError } from "../errors";
import type { Identity } from "./identity";

/** Metadata of a token. */
export interface Token {
  id: string;
  name: string;
  mayWrite: boolean;
}

interface TokenRow {
  id: string;
  name: string;
  hash: string;
  may_write: boolean;
}

/** Maximum tokens of the lake: a limit that nobody reaches by hand. */
const maxTokens = 100;

/**
 * The tokens with which scripts read and write without a user's session. A token is shown once,
 * when it is created.
 */
export class Tokens {
  readonly #database: Database;
  readonly #byHash = new Map<string, Token>();
  readonly #revoked = new Set<() => void>();

  private constructor(database: Database) {
    this.#database = database;
  }

  /** Loads the existing tokens. */
  static async open(database: Database): Promise<Tokens> {
    const tokens = new Tokens(database);
    const rows = await database.query<TokenRow>(
      "select id, name, hash, may_write from lake.tokens order by name",
    );
    for (const { id, name, hash, may_write } of rows) {
      tokens.#byHash.set(hash, { id, name, mayWrite: may_write });
    }
    return tokens;
  }

  get all(): Token[] {
    return [...this.#byHash.values()];
  }

  /** Calls back after a token was revoked, so that its connections can be closed. */
  onRevoke(listener: () => void): void {
    this.#revoked.add(listener);
  }

  /**
   * Creates a token.
   *
   * @returns it with its key, which cannot be shown again
   * @throws LakeError 409 when the name is taken, or there are too many
   */
  async create(name: string, mayWrite: boolean): Promise<Token & { key: string }> {
    if (this.#byHash.size >= maxTokens) {
      throw httpError(409, "Conflict", `There are ${maxTokens} tokens already`);
    }
    const key = `lk${randomKey(48)}`;
    const token = { id: randomKey(12), name, mayWrite };
    try {
      await this.#database.query(
        "insert into lake.tokens (id, name, hash, may_write) values ($1, $2, $3, $4)",
        [token.id, name, hashOf(key), mayWrite],
      );
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== "23505") throw error;
      throw httpError(409, "Conflict", `There is a token named "${name}" already`);
    }
    this.#byHash.set(hashOf(key), token);
    return { ...token, key };
  }

  /** From now on the token is invalid. Returns whether it existed. */
  async revoke(id: string): Promise<boolean> {
    const [hash] = [...this.#byHash].find(([, token]) => token.id === id) ?? [];
    if (hash === undefined) return false;
    // A leaked token must be revocable on a full disk as well.
    await withFloor("reserve", () =>
      this.#database.query("delete from lake.tokens where id = $1", [id]),
    );
    this.#byHash.delete(hash);
    for (const listener of this.#revoked) listener();
    return true;
  }

  /**
   * The identity of this key; undefined = unknown. A hash is looked up, so that the time taken
   * reveals nothing about a key.
   */
  identify(key: string): Identity | undefined {
    const token = this.#byHash.get(hashOf(key));
    if (!token) return undefined;
    const { id, name, mayWrite } = token;
    return { id: scriptId(id), name, email: "", role: mayWrite ? "editor" : "reader" };
  }
}

/** The id under which the script with this token writes. */
export const scriptId = (tokenId: string): string => `token-${tokenId}`;

const hashOf = (key: string) => createHash("sha256").update(key).digest("hex");
