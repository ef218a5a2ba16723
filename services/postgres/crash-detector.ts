import { messages, type PGlite } from "@electric-sql/pglite";
import { DatabaseError } from "./database";

/**
 * `e.status` of the exception with which PGlite implements Postgres's own error handling: the only
 * one it survives.
 */
const longjmp = 100;

/**
 * Detects that Postgres has stopped for good: a panic (no space for the write-ahead log), or an
 * exception in WebAssembly (stack overflow). PGlite swallows these and goes on with corrupt memory:
 * wrong results, or an endless loop.
 */
export class CrashDetector {
  error: DatabaseError | undefined;
  /** The reason in Postgres's own words. */
  reason = "";
  readonly #report: (error: DatabaseError) => void;
  readonly happened: Promise<DatabaseError>;

  constructor() {
    let report: (error: DatabaseError) => void = () => {};
    this.happened = new Promise((resolve) => (report = resolve));
    this.#report = report;
  }

  report(reason: string): DatabaseError {
    if (!this.error) {
      this.reason = reason;
      this.error = new DatabaseError(
        `Postgres has stopped (${reason}): restart the process; everything that was committed is safe.`,
        { code: "57P02" },
      );
      this.#report(this.error);
    }
    return this.error;
  }

  /** Receives what Postgres writes to its log. */
  readLog(line: string): void {
    const severe = /^[^\t]*\[\d+\] (?:PANIC|FATAL): +(.*)/.exec(line)?.[1];
    if (severe) this.report(severe);
  }

  watch(pglite: PGlite): void {
    const postgres = pglite.Module;
    const { _PostgresMainLoopOnce: step, stackRestore } = postgres;
    postgres._PostgresMainLoopOnce = () => {
      // After a panic in a transaction PGlite sends more messages, and a dead Postgres loops over
      // them forever.
      if (this.error) throw this.error;
      try {
        step();
      } catch (error) {
        const survivable =
          typeof error === "object" && error && "status" in error && error.status === longjmp;
        if (!survivable) this.report(error instanceof Error ? error.message : String(error));
        throw error;
      }
    };
    // The first thing that PGlite calls in its catch block, and the only way out of its loop.
    postgres.stackRestore = (pointer: number) => {
      if (this.error) throw this.error;
      return stackRestore(pointer);
    };
  }
}

/** PGlite's own error carries the statement's parameters, which a logger would print. */
export function withoutParameters(error: unknown): unknown {
  if (!(error instanceof messages.DatabaseError)) return error;
  const { code, constraint, table } = error;
  return new DatabaseError(error.message, { code, constraint, table });
}
