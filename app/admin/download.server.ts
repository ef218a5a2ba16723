const types = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/jsonl; charset=utf-8",
} as const;

/** A format that a list can be exported in: a table for spreadsheets, or an object a line. */
export type ExportFormat = keyof typeof types;

/**
 * A list as a file. It is streamed page by page, so that no number of rows fills the memory.
 *
 * @param pages the text of the file; the next page is read when the browser has taken the last one
 * @param file.name of the file, to which the day is added
 */
export function download(
  pages: AsyncGenerator<string, void>,
  { name, format }: { name: string; format: ExportFormat },
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pages.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: () => void pages.return(),
  });
  const day = new Date().toISOString().slice(0, 10);
  return new Response(body, {
    headers: {
      "Content-Type": types[format],
      "Content-Disposition": `attachment; filename="${name}-${day}.${format}"`,
      "Cache-Control": "private, no-store",
    },
  });
}
