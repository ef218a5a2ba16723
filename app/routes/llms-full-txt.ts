import type { LoaderFunctionArgs } from "@remix-run/node";
import { readLlmsFullText } from "~/twins/llms.server";

/** All pages as Markdown in one text. */
export async function loader({ context }: LoaderFunctionArgs) {
  return new Response(await readLlmsFullText(context.turn), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "X-Robots-Tag": "noindex" },
  });
}
