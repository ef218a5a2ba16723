import type { EntryContext } from "@remix-run/node";

interface MissingPage {
  /** The data that it was rendered from, as text. */
  data: string;
  html: string;
}

/** The last one of each route: at most one for each set of routes that can match a URL. */
const rendered = new Map<string, MissingPage>();

/**
 * The HTML of a 404 page: the same for every URL of a route, until the data of the shell around it
 * change. Anyone can make up URLs without limit, and each rendering takes ten milliseconds.
 *
 * @param render renders it when none is cached for the same data
 */
export async function missingPage(
  { staticHandlerContext: context, serverHandoffStream }: EntryContext,
  render: () => Promise<string>,
): Promise<string> {
  const routes = context.matches.map(({ route }) => route.id).join(" ");
  const data = JSON.stringify([context.loaderData, context.errors]);
  const last = rendered.get(routes);
  if (last?.data === data) {
    await serverHandoffStream?.cancel();
    return last.html;
  }
  const html = await render();
  rendered.set(routes, { data, html });
  return html;
}
