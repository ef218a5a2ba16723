import type { ExaminedSubject } from "@domain/administration/health";
import { z } from "zod";

const contentChanged = z.object({
  type: z.literal("content-changed"),
  tags: z.array(z.string()).optional(),
});

/**
 * What a child process reports to the launcher: that it is ready, or in one sentence why it cannot
 * start; and its requests.
 */
const childMessage = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("ready"),
    /** URLs and keys of the services that it embeds, as environment variables for the site. */
    variables: z.record(z.string(), z.string()).default({}),
    firstAdminIsMissing: z.boolean().default(false),
  }),
  z.object({ type: z.literal("failed"), reason: z.string() }),
  /** The heartbeat, sent repeatedly. */
  z.object({ type: z.literal("alive") }),
  /** The caches of all other processes are stale as well; with tags, only what has one of them. */
  contentChanged,
  /** Requests the metrics of all site processes, or responds for one. */
  z.object({ type: z.literal("ask-metrics"), id: z.string() }),
  z.object({ type: z.literal("metrics"), id: z.string(), metrics: z.array(z.unknown()) }),
  /** Requests what `npm run doctor` says. */
  z.object({ type: z.literal("ask-health"), id: z.string() }),
]);

/** How often a ready child sends its heartbeat. */
export const beatMilliseconds = 5_000;

const examinedSubject: z.ZodType<ExaminedSubject> = z.object({
  title: z.string(),
  findings: z.array(z.object({ kind: z.enum(["ok", "warning", "problem"]), text: z.string() })),
});

/** What the launcher sends to its children. */
const launcherMessage = z.discriminatedUnion("type", [
  /** Shutdown is imminent: what would never end by itself must end now. */
  z.object({ type: z.literal("going-away") }),
  z.object({ type: z.literal("health"), id: z.string(), subjects: z.array(examinedSubject) }),
  // To a site process that is one of several:
  contentChanged,
  z.object({ type: z.literal("give-metrics"), id: z.string() }),
  z.object({ type: z.literal("all-metrics"), id: z.string(), text: z.string() }),
]);

export type LauncherMessage = z.infer<typeof launcherMessage>;

/** Reads a message of the launcher; null for anything else. */
export function readLauncherMessage(message: unknown): LauncherMessage | null {
  const parsed = launcherMessage.safeParse(message);
  return parsed.success ? parsed.data : null;
}

export type ChildMessage = z.infer<typeof childMessage>;
export type ReadyMessage = Extract<ChildMessage, { type: "ready" }>;

/** Reads a message of a child process; null for anything else (Vite's own, for example). */
export function readChildMessage(message: unknown): ChildMessage | null {
  const parsed = childMessage.safeParse(message);
  return parsed.success ? parsed.data : null;
}

/** Sends to the launcher; does nothing in a process that it did not start. */
export function tellLauncher(message: z.input<typeof childMessage>): void {
  process.send?.(message);
}
