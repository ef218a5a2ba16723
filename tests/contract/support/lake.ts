import { randomUUID } from "node:crypto";
import { ClientError, createClient, type SanityClient } from "@sanity/client";
import type { Observable, Subscription } from "rxjs";
import { afterAll, beforeAll } from "vitest";
import { type ServedLake, serveLake } from "@platen/content-lake/testing/serve";

/**
 * What the unmodified client does with a content lake. By default with the embedded one, over HTTP;
 * set LAKE_HOST, LAKE_PROJECT, LAKE_DATASET and LAKE_TOKEN (a token that may write) to test another
 * against the same contract. Documents get ids that are unique to the run, and are deleted at the
 * end.
 */
const elsewhere = process.env.LAKE_HOST;

const run = randomUUID().slice(0, 8);
/** The type of what a test writes. */
export const type = `contract_${run}`;
let lastId = 0;
export const newId = () => `contract-${run}-${++lastId}`;

let served: ServedLake | undefined;
/** A client that may write. */
export let client: SanityClient;

beforeAll(async () => {
  if (elsewhere) {
    client = createClient({
      apiHost: elsewhere,
      projectId: process.env.LAKE_PROJECT ?? "",
      dataset: process.env.LAKE_DATASET ?? "production",
      token: process.env.LAKE_TOKEN,
      useProjectHostname: elsewhere.endsWith("sanity.io"),
      useCdn: false,
      apiVersion: "2025-02-19",
    });
  } else {
    served = await serveLake();
    client = served.client();
  }
});

afterAll(async () => {
  await client.delete({ query: `*[_type match "contract_${run}*"]` });
  await served?.close();
});

export const raw = { perspective: "raw" } as const;

export async function failure(promise: Promise<unknown>): Promise<ClientError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  if (error instanceof ClientError) return error;
  throw new Error(`A ClientError was expected, not ${String(error)}`);
}

/** Collects what an observable emits, and waits for the event that a predicate accepts. */
export class Recorder<T> {
  readonly events: T[] = [];
  readonly #subscription: Subscription;
  #waiting: (() => void)[] = [];
  #error: unknown;

  constructor(observable: Observable<T>) {
    this.#subscription = observable.subscribe({
      next: (event) => {
        this.events.push(event);
        this.#wake();
      },
      error: (error: unknown) => {
        this.#error = error;
        this.#wake();
      },
    });
  }

  async find(accept: (event: T) => boolean): Promise<T> {
    for (;;) {
      const found = this.events.find(accept);
      if (found !== undefined) return found;
      if (this.#error !== undefined) throw this.#error;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  stop(): void {
    this.#subscription.unsubscribe();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}
