import { STATUS_CODES } from "node:http";
import { format } from "node:util";
import { isNativeError } from "node:util/types";
import { pino, stdSerializers, type DestinationStream, type Logger } from "pino";
import { logLevel } from "@domain/environment-variables";
import { limitLines } from "./log-limit";
import { stackWithSources } from "./source-maps";

/**
 * What must never reach a log from any part of the program: email addresses, and what grants
 * access to an account or a service.
 */
const secrets: readonly [RegExp, string][] = [
  // Each begins where a run of its characters begins: within one, the time would be quadratic.
  [/(?<![\w.+%-])[\w.+%-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g, "[email]"],
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, "[token]"],
  [/\bsb_(?:secret|publishable)_[\w-]+/g, "[key]"],
  [/\b(Bearer|Basic) +[\w.~+/=-]+/gi, "$1 [token]"],
  [
    /\b(password|token|token_hash|code_verifier|secret|cookie|authorization|refresh_token|access_token)(\\?["']?\s*[=:]\s*\\?["']?)[^\s"'&,;\\}]+/gi,
    "$1$2[removed]",
  ],
  [/\b(code|state)=[^\s"'&\\]+/g, "$1=[removed]"],
  // The message of drizzle and postgres.js for a failed statement ends with its parameter values.
  [/(params: )(?:[^"\\]|\\[^n])*/g, "$1[removed]"],
];

/** A line without what must never reach a log. */
function withoutSecrets(line: string): string {
  return secrets.reduce((text, [pattern, instead]) => text.replace(pattern, instead), line);
}

/**
 * What the processes report to an operator: JSON lines on standard error. Log calls must leave out
 * personal data and secrets; if an error carries them all the same, they are removed here.
 */
export function createLogger(destination: DestinationStream = standardError): Logger {
  return pino(
    {
      level: logLevel.parse(process.env.LOG_LEVEL || undefined),
      base: undefined,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: ["*.to", "*.email", "*.recipient", "*.rejected", "*.envelope", "*.payload"],
        remove: true,
      },
      serializers: { err: describeError },
      hooks: {
        streamWrite: withoutSecrets,
        logMethod: limitLines(),
      },
    },
    destination,
  );
}

/**
 * Pino's own description of an error, with places in the source; of a response that was thrown, its
 * status; another value as it is. JSON has nothing of either: a full disk (507) and a timeout,
 * which is a DOMException, were logged as `{}`. Of an error's other fields only short ones of its
 * own: a statement that the database refused has all its parameters, such as a whole picture, and
 * one account wrote 15 GB of them a day.
 */
function describeError(error: unknown): unknown {
  if (error instanceof Response) {
    const { status } = error;
    return { type: "Response", status, message: `${status} ${STATUS_CODES[status] ?? ""}` };
  }
  if (!(isNativeError(error) || error instanceof Error)) return error;
  const { message, stack, ...fields } = stdSerializers.err(error);
  const short = Object.entries(fields).filter(
    ([name, value]) =>
      name !== "query" &&
      (name === "type" || Object.hasOwn(error, name)) &&
      (typeof value === "string" ? value.length <= 200 : isScalar(value)),
  );
  return {
    ...Object.fromEntries(short),
    message: withoutParameters(message).slice(0, maxMessage),
    stack: stackWithSources(withoutParameters(stack)).slice(0, maxStack),
  };
}

const isScalar = (value: unknown) => typeof value === "number" || typeof value === "boolean";

/** In characters. */
const maxMessage = 2_000;
const maxStack = 10_000;

/** Up to the stack's next line: the values of a failed statement may have lines of their own. */
const withoutParameters = (text: string) =>
  text.replace(/\nparams: [\s\S]*?(?=\n {4}at |\ncaused by: |$)/g, "\nparams: [removed]");

const standardError = pino.destination({ dest: 2, sync: true });

/** Turns the `console` output of the app and its libraries into log lines as well. */
export function adoptConsole(logger: Logger): void {
  // A client error carries its whole request, connections included: message and stack are enough.
  const plain = (parts: unknown[]) =>
    format(
      ...parts.map((part) =>
        part instanceof Error
          ? stackWithSources(withoutParameters(part.stack ?? part.message)).slice(0, maxStack)
          : part,
      ),
    );
  console.error = (...parts: unknown[]) => {
    const refusal = parts.find(isRefusedSession);
    if (refusal) logger.info({ error: refusal.message }, "The auth service refused a session.");
    else logger.error(plain(parts));
  };
  console.warn = (...parts: unknown[]) => logger.warn(plain(parts));
}

/**
 * Whether this is the auth client's report of an invalid refresh token: with a stack, on each
 * request that sends one. Anyone can send such a cookie, and sessions that ended elsewhere are not
 * an error.
 */
function isRefusedSession(part: unknown): part is Error {
  return (
    part instanceof Error &&
    part.name === "AuthApiError" &&
    "status" in part &&
    typeof part.status === "number" &&
    part.status < 500
  );
}
