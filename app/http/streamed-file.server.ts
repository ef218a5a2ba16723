const types = { csv: "text/csv", json: "application/json", jsonl: "application/jsonl" } as const;

/**
 * A download that is written while it is sent, so that no size of it fills the memory.
 *
 * @param parts the first of them is read before the first byte: an unavailable service must be an
 *   error page, not half a file
 * @param file.name without the day, which is added
 */
export async function streamedFile(
  parts: AsyncGenerator<string>,
  { name, format }: { name: string; format: keyof typeof types },
): Promise<Response> {
  const first = await parts.next();
  const day = new Date().toISOString().slice(0, 10);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (!first.done) controller.enqueue(encoder.encode(first.value));
    },
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": `${types[format]}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${name}-${day}.${format}"`,
      "Cache-Control": "private, no-store",
    },
  });
}
