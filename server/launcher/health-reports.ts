import type { ChildProcess } from "node:child_process";
import type { ExaminedSubject } from "@domain/administration/health";
import type { ChildMessage, LauncherMessage } from "../process/ipc-messages";

/**
 * How long a report is reused: each one logs in to the mail server, and requests the public URL.
 */
const freshMilliseconds = 10_000;

/**
 * Examines the site for its own pages: only the launcher has the operator's settings, because it
 * overrides some of them for its children.
 */
export class HealthReports {
  readonly #examine: () => Promise<ExaminedSubject[]>;
  #report: Promise<ExaminedSubject[]> | undefined;
  /** Monotonic: a report must not be reused for longer when the wall clock is set back. */
  #freshUntil = 0;

  /** @param examine what the operator gets from `npm run doctor` */
  constructor(examine: () => Promise<ExaminedSubject[]>) {
    this.#examine = examine;
  }

  /** Responds to a site process that requests a report; ignores other messages. */
  async take(child: Pick<ChildProcess, "send">, message: ChildMessage): Promise<void> {
    if (message.type !== "ask-health") return;
    const subjects = await this.#subjects().catch((error: unknown): ExaminedSubject[] => {
      const text = error instanceof Error ? error.message : String(error);
      return [{ title: "Settings", findings: [{ kind: "problem", text }] }];
    });
    const response: LauncherMessage = { type: "health", id: message.id, subjects };
    // It may have stopped meanwhile.
    child.send(response, () => {});
  }

  /** One examination runs at a time, whatever the number of requests. */
  #subjects(): Promise<ExaminedSubject[]> {
    if (!this.#report || performance.now() > this.#freshUntil) {
      this.#freshUntil = Infinity;
      this.#report = this.#examine().finally(() => {
        this.#freshUntil = performance.now() + freshMilliseconds;
      });
    }
    return this.#report;
  }
}
