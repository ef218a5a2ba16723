import { randomUUID } from "node:crypto";
import type { ExaminedSubject } from "@domain/administration/health";
import { readLauncherMessage, tellLauncher } from "../../process/ipc-messages";

/** Longer than any part of an examination, such as a mail server that does not respond. */
const timeoutMilliseconds = 30_000;

/**
 * Requests from the launcher what `npm run doctor` says about this site.
 *
 * @throws when the launcher does not respond in time
 */
export function askHealth(): Promise<ExaminedSubject[]> {
  const id = randomUUID();
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      process.off("message", take);
    };
    const take = (raw: unknown) => {
      const message = readLauncherMessage(raw);
      if (message?.type !== "health" || message.id !== id) return;
      end();
      resolve(message.subjects);
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error("The launcher did not examine the site in time."));
    }, timeoutMilliseconds);
    process.on("message", take);
    tellLauncher({ type: "ask-health", id });
  });
}
