import type { LoggerOptions } from "pino";

/**
 * Lines of one kind per minute; anyone can cause lines, and without a limit they could fill the
 * disk.
 */
const maxLines = 20;

/** Kinds per minute; all further ones share one, because a message may contain made-up text. */
const maxKinds = 200;

const minuteMilliseconds = 60_000;

/**
 * Warnings of all kinds per minute. An attacker can cause one for each route and status: at twenty
 * lines each, 400 MB a day.
 */
const maxWarnings = 100;

/** Numeric levels, as in pino. */
const warning = 40;
const error = 50;

type LogMethod = NonNullable<NonNullable<LoggerOptions["hooks"]>["logMethod"]>;

interface Kind {
  lines: number;
  leftOut: number;
  /** Writes how many lines were dropped, at the level of these lines. */
  tell: (leftOut: number) => void;
}

/**
 * A logger hook that limits warnings and errors. Of each kind (level, message, name of the error,
 * route, status) the first 20 in a minute are written, and of all warnings a hundred and twenty; at
 * its end one line says how many were dropped. Lines below a warning are written only where an
 * operator enabled them, and are not limited.
 */
export function limitLines(): LogMethod {
  const kinds = new Map<string, Kind>();
  let warnings = 0;

  function endMinute() {
    const past = [...kinds.values()];
    kinds.clear();
    warnings = 0;
    for (const { leftOut, tell } of past) if (leftOut > 0) tell(leftOut);
  }

  return function logMethod(args, method, level) {
    if (level < warning) return method.apply(this, args);
    const { key, message } = kindOf(level, args);
    const isWithin = level >= error || warnings < maxWarnings;
    const name = isWithin && (kinds.has(key) || kinds.size < maxKinds) ? key : "other";
    if (kinds.size === 0) setTimeout(endMinute, minuteMilliseconds).unref();
    const known = kinds.get(name);
    if (known && known.lines >= maxLines) return void (known.leftOut += 1);
    const of = name === "other" ? "lines of many kinds" : message;
    const kind = known ?? {
      lines: 0,
      leftOut: 0,
      tell: (leftOut: number) => method.call(this, { of, leftOut }, "Lines were left out."),
    };
    kind.lines += 1;
    if (level < error) warnings += 1;
    kinds.set(name, kind);
    method.apply(this, args);
  };
}

function kindOf(level: number, [first, second]: readonly unknown[]) {
  const fields: object = typeof first === "object" && first !== null ? first : {};
  const text = typeof first === "string" ? first : typeof second === "string" ? second : "";
  // The first line: what follows in a console message is a stack.
  const message = text.split("\n", 1)[0]?.slice(0, 100) ?? "";
  const error = "err" in fields && fields.err instanceof Error ? fields.err.name : "";
  const route = "route" in fields ? String(fields.route) : "";
  const status = "status" in fields ? String(fields.status) : "";
  return { key: [level, message, error, route, status].join("|"), message };
}
