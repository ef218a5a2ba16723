import type { LoaderFunctionArgs } from "@remix-run/node";
import { changeStream } from "~/preview/preview-events.server";

/** Notifies an open preview of every write to the lake. */
export function loader({ request, context }: LoaderFunctionArgs) {
  if (context.preview?.problem !== null) throw new Response(null, { status: 403 });
  return changeStream(request.signal);
}
