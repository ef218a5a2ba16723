interface Waiting<Call, Result> {
  call: Call;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Turns `work`, which handles many calls at once, into a function that handles one: calls that come
 * while `atOnce` batches are in flight wait, and go together. A call that comes alone never waits.
 * An error among the results is thrown to the caller of that item; one that `work` throws, to all
 * callers.
 *
 * @param maxBatch maximum calls in a batch
 */
export function microBatch<Call, Result>(
  work: (calls: readonly Call[]) => Promise<readonly (Result | Error)[]>,
  { atOnce, maxBatch }: { atOnce: number; maxBatch: number },
): (call: Call) => Promise<Result> {
  const waiting: Waiting<Call, Result>[] = [];
  let inFlight = 0;

  async function runBatch() {
    const batch = waiting.splice(0, maxBatch);
    if (batch.length === 0) return;
    inFlight += 1;
    try {
      const responses = await work(batch.map(({ call }) => call));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = responses[index] ?? new Error("A batch returned too few results.");
        if (result instanceof Error) reject(result);
        else resolve(result);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      inFlight -= 1;
      if (waiting.length > 0) void runBatch();
    }
  }

  return (call) =>
    new Promise((resolve, reject) => {
      waiting.push({ call, resolve, reject });
      // Calls of the same turn of the event loop go together.
      if (inFlight < atOnce && waiting.length === 1) queueMicrotask(() => void runBatch());
    });
}
