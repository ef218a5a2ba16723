import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/account/session/guards.server";
import { ownData } from "~/account/own-data/own-data.server";

/** Sends users all that we store about them, as one file that is written while it is sent. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { claims } = await requireUser(context.session, request);
  const parts = ownData(context.session, claims);
  // The first part before the first byte: an unavailable service must be an error page, not half a
  // file.
  const first = await parts.next();
  const encoder = new TextEncoder();
  const day = new Date().toISOString().slice(0, 10);
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
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="my-data-${day}.json"`,
      "Cache-Control": "private, no-store",
    },
  });
}
