interface Waiting<Question, Answer> {
  question: Question;
  answered: (answer: Answer) => void;
  failed: (error: unknown) => void;
}

/**
 * Makes of `work`, which answers many questions at once, a function that answers one: those that are asked while `atOnce`
 * batches are under way wait, and go together. Nobody waits who comes alone. An error among the answers is thrown to the
 * one who asked that question; one that `work` throws, to all.
 *
 * @param most questions in a batch
 */
export function microBatch<Question, Answer>(
  work: (questions: readonly Question[]) => Promise<readonly (Answer | Error)[]>,
  { atOnce, most }: { atOnce: number; most: number },
): (question: Question) => Promise<Answer> {
  const waiting: Waiting<Question, Answer>[] = [];
  let inFlight = 0;

  async function answerBatch() {
    const batch = waiting.splice(0, most);
    if (batch.length === 0) return;
    inFlight += 1;
    try {
      const answers = await work(batch.map(({ question }) => question));
      for (const [index, { answered, failed }] of batch.entries()) {
        const answer = answers[index] ?? new Error("A batch came back with an answer missing.");
        if (answer instanceof Error) failed(answer);
        else answered(answer);
      }
    } catch (error) {
      for (const { failed } of batch) failed(error);
    } finally {
      inFlight -= 1;
      if (waiting.length > 0) void answerBatch();
    }
  }

  return (question) =>
    new Promise((answered, failed) => {
      waiting.push({ question, answered, failed });
      // What comes in the same turn of the loop goes together.
      if (inFlight < atOnce && waiting.length === 1) queueMicrotask(() => void answerBatch());
    });
}
