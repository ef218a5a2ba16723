interface Waiting<Question, Answer> {
  question: Question;
  answered: (result: Answer) => void;
  failed: (error: unknown) => void;
}

/**
 * Turns `work`, which handles many calls at once, into a function that handles one: calls that come
 * while `atOnce` batches are in flight wait, and go together. A call that comes alone never waits.
 * An error among the results is thrown to the caller of that item; one that `work` throws, to all
 * callers.
 *
 * @param maxBatch maximum calls in a batch
 */
export function microBatch<Question, Answer>(
  work: (questions: readonly Question[]) => Promise<readonly (Answer | Error)[]>,
  { atOnce, maxBatch }: { atOnce: number; maxBatch: number },
): (question: Question) => Promise<Answer> {
  const waiting: Waiting<Question, Answer>[] = [];
  let inFlight = 0;

  async function runBatch() {
    const batch = waiting.splice(0, maxBatch);
    if (batch.length === 0) return;
    inFlight += 1;
    try {
      const responses = await work(batch.map(({ question }) => question));
      for (const [index, { answered, failed }] of batch.entries()) {
        const result = responses[index] ?? new Error("A batch returned too few results.");
        if (result instanceof Error) failed(result);
        else answered(result);
      }
    } catch (error) {
      for (const { failed } of batch) failed(error);
    } finally {
      inFlight -= 1;
      if (waiting.length > 0) void runBatch();
    }
  }

  return (question) =>
    new Promise((answered, failed) => {
      waiting.push({ question, answered, failed });
      // Calls of the same turn of the event loop go together.
      if (inFlight < atOnce && waiting.length === 1) queueMicrotask(() => void runBatch());
    });
}
