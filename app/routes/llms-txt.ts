import { readLlmsText } from "~/twins/llms.server";

/** What the site has, for programs that read it for someone: https://llmstxt.org. */
export async function loader() {
  return new Response(await readLlmsText(), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "X-Robots-Tag": "noindex" },
  });
}
