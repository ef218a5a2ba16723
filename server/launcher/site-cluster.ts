import { randomUUID } from "node:crypto";
import { AggregatorRegistry, type MetricObject } from "prom-client";
import {
  tellLauncher,
  readLauncherMessage,
  type ChildMessage,
  type LauncherMessage,
} from "../process/ipc-messages";

interface Member {
  /**
   * @param done is called once the message is sent, or with the error: without it, one to a process
   *   that had just stopped was an error event that ended the launcher
   */
  send(message: LauncherMessage, done: (error: Error | null) => void): void;
}

const ignore = () => {};

/** The timeout for the metrics of one process. */
const timeoutMilliseconds = 2_000;

/**
 * The launcher's part between the site processes: forwards what one of them learned, and adds up
 * their metrics.
 */
export class SiteGroup {
  readonly #members = new Set<Member>();
  readonly #resolvers = new Map<string, (metrics: MetricObject[]) => void>();

  join(member: Member): void {
    this.#members.add(member);
  }

  leave(member: Member): void {
    this.#members.delete(member);
  }

  async take(member: Member, message: ChildMessage): Promise<void> {
    if (message.type === "content-changed") {
      for (const other of this.#members) if (other !== member) other.send(message, ignore);
    }
    if (message.type === "metrics")
      this.#resolvers.get(message.id)?.(message.metrics.filter(isMetric));
    if (message.type === "ask-metrics") {
      const all = await Promise.all([...this.#members].map((each) => this.#ask(each)));
      const text = await AggregatorRegistry.aggregate(all).metrics();
      member.send({ type: "all-metrics", id: message.id, text }, ignore);
    }
  }

  #ask(member: Member): Promise<MetricObject[]> {
    const id = randomUUID();
    return new Promise<MetricObject[]>((resolve) => {
      this.#resolvers.set(id, resolve);
      setTimeout(resolve, timeoutMilliseconds, []).unref();
      member.send({ type: "give-metrics", id }, (error) => error && resolve([]));
    }).finally(() => this.#resolvers.delete(id));
  }
}

function isMetric(value: unknown): value is MetricObject {
  return typeof value === "object" && value !== null && "name" in value && "values" in value;
}

interface Own {
  metrics: () => Promise<object[]>;
  invalidateContent: (tags?: readonly string[]) => void;
}

/** Changes of content that are remembered one by one until the site is there to hear of them. */
const maxMissed = 100;

/**
 * This site process as one of several: it handles what the launcher forwards, from the start of the
 * process on. One whose metrics were requested while it started ended with all others.
 */
export class GroupMember {
  #own: Own | null = null;
  /** Changes while the site started, each by its tags; undefined for everything. */
  #missed: (readonly string[] | undefined)[] = [];
  readonly #waiting = new Map<string, (text: string) => void>();

  constructor(source: Pick<NodeJS.EventEmitter, "on"> = process) {
    source.on("message", (raw) => {
      const message = readLauncherMessage(raw);
      if (message?.type === "content-changed") this.#invalidate(message.tags);
      if (message?.type === "all-metrics") this.#waiting.get(message.id)?.(message.text);
      if (message?.type === "give-metrics") void this.#giveMetrics(message.id);
    });
  }

  /** The site has started: what changed meanwhile may be in its caches. */
  serve(own: Own): void {
    this.#own = own;
    for (const tags of this.#missed) own.invalidateContent(tags);
    this.#missed = [];
  }

  /** The metrics of all processes. */
  gatherMetrics(): Promise<string> {
    const id = randomUUID();
    return new Promise<string>((resolve) => {
      this.#waiting.set(id, resolve);
      tellLauncher({ type: "ask-metrics", id });
    }).finally(() => this.#waiting.delete(id));
  }

  #invalidate(tags?: readonly string[]): void {
    if (this.#own) return this.#own.invalidateContent(tags);
    if (this.#missed.length >= maxMissed) this.#missed = [undefined];
    else this.#missed.push(tags);
  }

  async #giveMetrics(id: string): Promise<void> {
    const metrics = (await this.#own?.metrics().catch(() => [])) ?? [];
    tellLauncher({ type: "metrics", id, metrics });
  }
}
