import { randomUUID } from "node:crypto";
import { AggregatorRegistry, type MetricObject } from "prom-client";
import {
  tellLauncher,
  readLauncherMessage,
  type ChildMessage,
  type LauncherMessage,
} from "../process/ipc-messages";

interface Member {
  send(message: LauncherMessage): void;
}

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
      for (const other of this.#members) if (other !== member) other.send(message);
    }
    if (message.type === "metrics")
      this.#resolvers.get(message.id)?.(message.metrics.filter(isMetric));
    if (message.type === "ask-metrics") {
      const all = await Promise.all([...this.#members].map((each) => this.#ask(each)));
      const text = await AggregatorRegistry.aggregate(all).metrics();
      member.send({ type: "all-metrics", id: message.id, text });
    }
  }

  #ask(member: Member): Promise<MetricObject[]> {
    const id = randomUUID();
    return new Promise<MetricObject[]>((resolve) => {
      this.#resolvers.set(id, resolve);
      setTimeout(resolve, timeoutMilliseconds, []).unref();
      member.send({ type: "give-metrics", id });
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

/**
 * Makes this site process one of several: it handles what the launcher forwards.
 *
 * @returns how to request the metrics of all of them.
 */
export function joinGroup({ metrics, invalidateContent }: Own): () => Promise<string> {
  const waiting = new Map<string, (text: string) => void>();
  process.on("message", (raw) => {
    const message = readLauncherMessage(raw);
    if (message?.type === "content-changed") invalidateContent(message.tags);
    if (message?.type === "all-metrics") waiting.get(message.id)?.(message.text);
    if (message?.type === "give-metrics") {
      const { id } = message;
      void metrics().then((own) => tellLauncher({ type: "metrics", id, metrics: own }));
    }
  });
  return () => {
    const id = randomUUID();
    return new Promise<string>((resolve) => {
      waiting.set(id, resolve);
      tellLauncher({ type: "ask-metrics", id });
    }).finally(() => waiting.delete(id));
  };
}
