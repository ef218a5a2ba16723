import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  LoaderFunctionArgs,
} from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { missingPage } from "~/document/not-found-cache.server";
import { NonceContext } from "~/document/nonce";
import { StylesContext } from "~/document/styles";
import { renderHtml } from "~/http/render-html.server";
import styles from "./app.css?inline";

/** The server in front of the pages: one build, so that both share each module. */
export { createSite } from "../server/site/site";

export const streamTimeout = 10_000;

/**
 * Reports errors that a loader or an action threw; a visitor who leaves in the middle of a page is
 * no error. Nor is a request that the router refuses (405, 400): anyone can send those.
 */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (!request.signal.aborted) context.report(error);
}

/** The data of pages. Remix names no charset, and without one a client guesses. */
export function handleDataRequest(response: Response): Response {
  const type = response.headers.get("Content-Type");
  if (type === "text/x-script") response.headers.set("Content-Type", `${type}; charset=utf-8`);
  return response;
}

/**
 * Renders a page. Crawlers and the page cache get it complete; browsers as soon as the shell is
 * ready. An error before the shell is ready rejects, so that the status code can still be chosen.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  { nonce, completeRequested, turn, report }: AppLoadContext,
): Promise<Response> {
  const isComplete = completeRequested || isbot(request.headers.get("user-agent"));
  if (completeRequested && status === 404) {
    const html = await missingPage(remix, async () => (await render()).text());
    headers.set("Content-Type", "text/html; charset=utf-8");
    return new Response(html, { status, headers });
  }
  return render();

  async function render(): Promise<Response> {
    await turn();
    const page = (
      <NonceContext.Provider value={nonce}>
        <StylesContext.Provider value={styles}>
          <RemixServer context={remix} url={request.url} nonce={nonce} />
        </StylesContext.Provider>
      </NonceContext.Provider>
    );
    const html = await renderHtml(page, {
      nonce,
      isComplete,
      maxMilliseconds: streamTimeout + 1_000,
      report: (error) => void (request.signal.aborted || report(error)),
    });
    headers.set("Content-Type", "text/html; charset=utf-8");
    return new Response(html, { status, headers });
  }
}
