import { z } from "zod";

/**
 * How a form treats a broken rule: an error keeps the document from being published, a warning does
 * not.
 */
export type Level = "error" | "warning";

/** @returns true, or the check's own message: empty where it has none */
type Check = (value: unknown, context: object) => string | Verdict | true;

const isMissing = (value: unknown) => value === undefined || value === null;
const isText = (value: unknown): value is string => typeof value === "string";

/** Nothing that visitors would see: what Sanity itself adds to an object does not count. */
const isEmpty = (value: unknown) =>
  isMissing(value) ||
  value === "" ||
  (typeof value === "object" &&
    Object.keys(value ?? {}).every((name) => ["_key", "_type", "_weak"].includes(name)));

/** What a range limits: the number itself, or the length of a text or list. */
const sizeOf = (value: unknown) =>
  isText(value) || Array.isArray(value) ? value.length : typeof value === "number" ? value : NaN;

/** What is wrong with a value, or with a field in it. */
export interface Verdict {
  message: string;
  /** The names that lead from the value to the field; none for the value itself. */
  field: readonly string[];
}

/**
 * What a custom check returned: a message alone, or with the path of the field that it is about.
 */
const customVerdict = z.union([
  z.object({ message: z.string(), path: z.array(z.string()).default([]) }),
  z.unknown().transform((message) => ({ message: String(message), path: [] })),
]);

/**
 * Stands in for Sanity's rule, which needs the whole Studio around it, and records what a schema
 * requires. As there, a missing value breaks only `required` and custom checks, and a value of
 * another type is reported elsewhere.
 */
export class RecordedRule {
  readonly #checks: readonly Check[];

  private constructor(
    checks: readonly Check[],
    readonly level: Level,
    /** The message that replaces the checks' own. */
    readonly words: string | undefined,
  ) {
    this.#checks = checks;
  }

  static readonly empty = new RecordedRule([], "error", undefined);

  /** @returns what is wrong with a value, each sentence once */
  verdicts(value: unknown, context: object): Verdict[] {
    const broken = this.#checks
      .map((check) => check(value, context))
      .filter((verdict) => verdict !== true)
      .map((verdict) => (typeof verdict === "string" ? { message: verdict, field: [] } : verdict))
      .map(({ message, field }) => ({
        message: this.words ?? (message || "It breaks a rule of its field."),
        field,
      }));
    return [...new Map(broken.map((verdict) => [verdict.message, verdict])).values()];
  }

  #and(check: Check) {
    return new RecordedRule([...this.#checks, check], this.level, this.words);
  }
  #andPresent(holds: (value: unknown) => boolean) {
    return this.present(holds, "");
  }
  #andText(holds: (text: string) => boolean) {
    return this.#andPresent((value) => !isText(value) || holds(value));
  }

  /** What must hold for an existing value, and the default message. */
  present(holds: (value: unknown) => boolean, otherwise: string) {
    return this.#and((value) => isMissing(value) || holds(value) || otherwise);
  }

  error(words = this.words) {
    return new RecordedRule(this.#checks, "error", words);
  }
  warning(words = this.words) {
    return new RecordedRule(this.#checks, "warning", words);
  }
  required() {
    return this.#and((value) => !isEmpty(value) || "");
  }
  custom(check: (value: unknown, context: object) => unknown) {
    return this.#and((value, context) => {
      const verdict = check(value, context);
      // It queries other documents of the lake, which the check of the whole content has at hand.
      if (verdict instanceof Promise) return true;
      if (verdict === true) return true;
      const { message, path } = customVerdict.parse(verdict);
      return { message, field: path };
    });
  }
  min(least: number) {
    return this.#andPresent((value) => value === "" || !(sizeOf(value) < least));
  }
  max(most: number) {
    return this.#andPresent((value) => !(sizeOf(value) > most));
  }
  length(size: number) {
    return this.#andText((text) => text.length === size);
  }
  integer() {
    return this.#andPresent((value) => typeof value !== "number" || Number.isInteger(value));
  }
  uppercase() {
    return this.#andText((text) => text === text.toLocaleUpperCase());
  }
  regex(pattern: RegExp) {
    return this.#andText((text) => pattern.test(text));
  }
  email() {
    return this.#andText((text) => text === "" || /^\S+@\S+\.\S+$/.test(text));
  }
  uri({ allowRelative = false, scheme }: { allowRelative?: boolean; scheme: string[] }) {
    return this.#andText((text) =>
      text.startsWith("/")
        ? allowRelative
        : text === "" || scheme.some((name) => text.startsWith(`${name}:`)),
    );
  }
  unique() {
    return this.#andPresent((value) => {
      const items = Array.isArray(value) ? value.map(identity) : [];
      return new Set(items).size === items.length;
    });
  }
}

/** What makes two entries of a list the same. */
const identity = (item: unknown): unknown =>
  typeof item === "object" && item !== null && "_ref" in item ? item._ref : item;
