import { beatMilliseconds, tellLauncher } from "./ipc-messages";
import { keepNextTickFast } from "./next-tick-workaround";

/** Exits a child process, and reports the reason to the launcher in one sentence. */
export function exitWithFailure(reason: string): void {
  tellLauncher({ type: "failed", reason });
  process.exitCode = 1;
  process.disconnect?.();
  process.exit();
}

/**
 * Runs a child process: `start` serves and returns how to stop. A failure to start is reported to
 * the launcher in one sentence. The process stops on SIGTERM and when the launcher is gone, so that
 * a killed launcher leaves no orphan that holds the data directory. Ctrl-C reaches the whole
 * process group, and the launcher handles it.
 */
export async function runChild(start: () => Promise<() => Promise<void>>): Promise<void> {
  keepNextTickFast();
  // Its files are for their owner only: Postgres and the uploads set no modes themselves.
  process.umask(0o077);
  process.on("SIGINT", () => {});
  let stop: (() => Promise<void>) | undefined;
  let beat: NodeJS.Timeout | undefined;
  let leaving = false;
  const leave = () => {
    if (leaving) return;
    leaving = true;
    // The launcher may be gone, and sending to it is then an error.
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
  // The launcher ended while this process was loading its code.
  if (process.send && !process.connected) leave();
  try {
    stop = await start();
    // An unhandled rejection inside a library must not end the requests of everyone: an attacker
    // may know how to cause one.
    process.on("unhandledRejection", (reason) => {
      console.error("Unhandled promise rejection:", reason);
    });
    beat = setInterval(() => tellLauncher({ type: "alive" }), beatMilliseconds).unref();
  } catch (error) {
    if (process.env.DEBUG) console.error(error);
    exitWithFailure(error instanceof Error ? error.message : String(error));
  }
}
