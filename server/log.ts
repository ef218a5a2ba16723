import { pino, type Logger } from "pino";

/** What the processes have to tell an operator: lines of JSON on standard error. */
export function createLogger(): Logger {
  return pino(
    {
      base: undefined,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      // Whoever logs leaves people out; should an error bring them along, they go no further.
      redact: {
        paths: ["*.to", "*.email", "*.recipient", "*.rejected", "*.envelope", "*.payload"],
        remove: true,
      },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
