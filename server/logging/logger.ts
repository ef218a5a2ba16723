import { format } from "node:util";
import { pino, type DestinationStream, type Logger } from "pino";
import { limitLines } from "./log-limit";
import { withSources } from "./source-maps";

/** What must not reach a log, whoever writes it: people's addresses, and what opens an account or a service. */
const secrets: readonly [RegExp, string][] = [
  [/[\w.+%-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g, "[e-mail]"],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, "[token]"],
  [/\bsb_(?:secret|publishable)_[\w-]+/g, "[key]"],
  [/\b(Bearer|Basic) +[\w.~+/=-]+/gi, "$1 [token]"],
  [
    /\b(password|token|token_hash|code_verifier|secret|cookie|authorization|refresh_token|access_token)(\\?["']?\s*[=:]\s*\\?["']?)[^\s"'&,;\\}]+/gi,
    "$1$2[removed]",
  ],
  [/\b(code|state)=[^\s"'&\\]+/g, "$1=[removed]"],
  // What drizzle and postgres.js say of a failed statement ends with the values that it had.
  [/(params: )(?:[^"\\]|\\[^n])*/g, "$1[removed]"],
];

/** A line without what must not reach a log. */
export function withoutSecrets(line: string): string {
  return secrets.reduce((text, [pattern, instead]) => text.replace(pattern, instead), line);
}

/**
 * What the processes have to tell an operator: lines of JSON on standard error. Whoever logs leaves people and secrets
 * out; should an error bring them along, they go no further.
 */
export function createLogger(destination: DestinationStream = standardError): Logger {
  return pino(
    {
      level: process.env.LOG_LEVEL || "warn",
      base: undefined,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: ["*.to", "*.email", "*.recipient", "*.rejected", "*.envelope", "*.payload"],
        remove: true,
      },
      hooks: {
        streamWrite: (line) => withoutSecrets(withSources(line)),
        logMethod: limitLines(),
      },
    },
    destination,
  );
}

const standardError = pino.destination({ dest: 2, sync: true });

/** Makes what the app and its libraries tell by `console` lines of the log as well. */
export function adoptConsole(logger: Logger): void {
  // An error of a client drags its whole request along, connections included: what it says and where is enough.
  const plain = (parts: unknown[]) =>
    format(...parts.map((part) => (part instanceof Error ? (part.stack ?? part.message) : part)));
  console.error = (...parts: unknown[]) => {
    const refusal = parts.find(isRefusedSession);
    if (refusal)
      logger.info({ error: refusal.message }, "The accounts' service refused a session.");
    else logger.error(plain(parts));
  };
  console.warn = (...parts: unknown[]) => logger.warn(plain(parts));
}

/**
 * Whether this is how the auth client tells of a refresh token that is not good any more: with a stack, on each request
 * that brings one. Anybody can send such a cookie, and sessions that ended elsewhere are nobody's mistake.
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
