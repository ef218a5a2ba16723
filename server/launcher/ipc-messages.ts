import { z } from "zod";
import { keepNextTickFast } from "./next-tick-workaround";

/** What a child process tells the launcher: that it serves, or in one sentence why it cannot; and what it asks. */
const childMessage = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("ready"),
    /** Addresses and keys of the services that it embeds, as environment variables for the site. */
    variables: z.record(z.string(), z.string()).default({}),
    firstAdminIsMissing: z.boolean().default(false),
  }),
  z.object({ type: z.literal("failed"), reason: z.string() }),
  /** That it is not hung: sent again and again. */
  z.object({ type: z.literal("alive") }),
  /** Everybody else's caches are old as well. */
  z.object({ type: z.literal("content-changed") }),
  /** Asks for the metrics of all site processes, and answers for one. */
  z.object({ type: z.literal("ask-metrics"), id: z.string() }),
  z.object({ type: z.literal("metrics"), id: z.string(), metrics: z.array(z.unknown()) }),
]);

/** How often a child that serves says that it is alive. */
export const beatMilliseconds = 5_000;

/** What the launcher tells its children. */
const launcherMessage = z.discriminatedUnion("type", [
  /** Everything is about to stop: what would never end by itself ends now. */
  z.object({ type: z.literal("going-away") }),
  // To a site process that is one of several:
  z.object({ type: z.literal("content-changed") }),
  z.object({ type: z.literal("give-metrics"), id: z.string() }),
  z.object({ type: z.literal("all-metrics"), id: z.string(), text: z.string() }),
]);

export type LauncherMessage = z.infer<typeof launcherMessage>;

/** Reads a message of the launcher; null for anything that is not one. */
export function readLauncherMessage(message: unknown): LauncherMessage | null {
  const parsed = launcherMessage.safeParse(message);
  return parsed.success ? parsed.data : null;
}

export type ChildMessage = z.infer<typeof childMessage>;
export type ReadyMessage = Extract<ChildMessage, { type: "ready" }>;

/** Reads a message of a child process; null for anything that is not one (Vite's own, for example). */
export function readChildMessage(message: unknown): ChildMessage | null {
  const parsed = childMessage.safeParse(message);
  return parsed.success ? parsed.data : null;
}

/** Tells the launcher; does nothing in a process that it did not start. */
export function tellLauncher(message: z.input<typeof childMessage>): void {
  process.send?.(message);
}

/** Ends a child process, and tells the launcher in one sentence why. */
export function leaveChild(reason: string): void {
  tellLauncher({ type: "failed", reason });
  process.exitCode = 1;
  process.disconnect?.();
  process.exit();
}

/**
 * Runs a child process: `start` serves and returns how to stop. A failure to start is told to the launcher in one
 * sentence. It stops on SIGTERM and when the launcher is gone, so that a killed launcher leaves no orphan that holds
 * the data directory; Ctrl-C reaches the whole process group, and is the launcher's to handle.
 */
export async function runChild(start: () => Promise<() => Promise<void>>): Promise<void> {
  keepNextTickFast();
  // What it writes is for its owner: Postgres and the uploads choose no modes of their own.
  process.umask(0o077);
  process.on("SIGINT", () => {});
  let stop: (() => Promise<void>) | undefined;
  let beat: NodeJS.Timeout | undefined;
  let leaving = false;
  const leave = () => {
    if (leaving) return;
    leaving = true;
    // The launcher may be gone, and a message to nobody is an error.
    clearInterval(beat);
    (stop?.() ?? Promise.resolve()).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", leave);
  process.on("disconnect", leave);
  try {
    stop = await start();
    // A library's promise that nobody awaits is no reason to end everybody's requests: a stranger may know how to fail it.
    process.on("unhandledRejection", (reason) => {
      console.error("A promise was rejected that nothing awaits:", reason);
    });
    beat = setInterval(() => tellLauncher({ type: "alive" }), beatMilliseconds).unref();
  } catch (error) {
    if (process.env.DEBUG) console.error(error);
    leaveChild(error instanceof Error ? error.message : String(error));
  }
}
