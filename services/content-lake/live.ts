import type { Change, Commit } from "./commit";
import { isPublishedId } from "./document";
import type { EventStreams } from "./listen/sse";
import { tagsOf } from "./query/stale-tags";
import { mapInSteps, inTimeSlices } from "./time-slicing";
import type { Store } from "./store";

/** What one commit made stale. */
interface Tags {
  sequence: number;
  /** In the published perspective. */
  published: string[];
  /** In any perspective. */
  all: string[];
}

/** How many commits a reconnecting client can catch up with. */
const remembered = 1_000;

/**
 * How many bytes of messages it can catch up with: a client that always claimed to have missed
 * everything received 50 kB, which took 12 ms.
 */
const maxMissedBytes = 8_000;

/** Bytes of a message without its tags, and of what separates two tags. */
const [messageBytes, tagBytes] = [100, 3];

/**
 * The Live Content API's events: the sync tags of what each commit made stale.
 * https://www.sanity.io/docs/live-content-api
 */
export class Live {
  readonly #store: Store;
  readonly #streams: EventStreams;
  readonly #recent: Tags[] = [];
  readonly #listeners = new Set<(tags: Tags) => void>();
  readonly #privateTypes: ReadonlySet<string>;

  /**
   * @param privateTypes of documents about which strangers learn nothing, although their ids are
   *   those of published ones
   */
  constructor(store: Store, streams: EventStreams, privateTypes: readonly string[]) {
    this.#store = store;
    this.#streams = streams;
    this.#privateTypes = new Set(privateTypes);
    store.onCommit((commit) => this.#notify(commit));
  }

  /**
   * An event stream: `welcome`, then a message with tags for every commit that changes results in
   * the published perspective, or, with `includeDrafts`, any perspective. A client that reconnects
   * with the id of its last event first gets what it missed, or `restart` when that is no longer
   * known.
   */
  events(
    userId: string | undefined,
    includeDrafts: boolean,
    lastEventId: string | undefined,
  ): Response {
    return this.#streams.respond(userId, (stream) => {
      const id = String(this.#store.sequence);
      stream.send({ event: "welcome", id, data: { id } });
      const tell = ({ sequence, published, all }: Tags) => {
        const tags = includeDrafts ? all : published;
        if (tags.length > 0)
          stream.send({ event: "message", id: String(sequence), data: { tags } });
      };
      if (lastEventId !== undefined && lastEventId !== id) {
        const missed = this.#since(lastEventId, includeDrafts);
        if (missed) missed.forEach(tell);
        else stream.send({ event: "restart", id, data: { id } });
      }
      this.#listeners.add(tell);
      return () => this.#listeners.delete(tell);
    });
  }

  /** The commits after that event, or undefined when they are too many, or not all known. */
  #since(lastEventId: string, includeDrafts: boolean): Tags[] | undefined {
    const last = /^\d+$/.test(lastEventId) ? Number(lastEventId) : NaN;
    const first = this.#recent.findIndex(({ sequence }) => sequence === last + 1);
    if (first < 0) return undefined;
    const missed = this.#recent.slice(first);
    let bytes = 0;
    for (const { all, published } of missed) {
      bytes += messageBytes;
      for (const tag of includeDrafts ? all : published) bytes += tag.length + tagBytes;
      if (bytes > maxMissedBytes) return undefined;
    }
    return missed;
  }

  async #notify({ sequence, changes }: Commit): Promise<void> {
    const published = new Set<string>();
    const all = new Set<string>();
    const add = (change: Change) => {
      const type = (change.after ?? change.before)?._type ?? "";
      const isPublic = isPublishedId(change.id) && !this.#privateTypes.has(type);
      for (const tag of tagsOf(change, this.#store.perspectives)) {
        all.add(tag);
        if (isPublic) published.add(tag);
      }
    };
    await inTimeSlices(mapInSteps(changes, add));
    const tags = { sequence, published: [...published], all: [...all] };
    this.#recent.push(tags);
    if (this.#recent.length > remembered) this.#recent.shift();
    for (const listener of this.#listeners) listener(tags);
  }
}
