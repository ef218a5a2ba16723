import type { IncomingMessage } from "node:http";

/** Shows the mails of a site that has no mail server, to who sits at the machine. */
export const mailPath = "/dev/mail";

const passedOn = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/**
 * Whether a request to a site that somebody tries out was made on the same machine. A proxy on this machine passes on what
 * strangers request. Most say so by a header or by the name in the request; one that does neither stands before a site with
 * a name of its own.
 *
 * @param siteOrigin where SITE_URL leads
 */
export function comesFromThisMachine(
  { headers, socket }: IncomingMessage,
  siteOrigin: string,
): boolean {
  if (passedOn.some((name) => name in headers)) return false;
  return (
    isThisMachine(new URL(siteOrigin).host) &&
    isThisMachine(headers.host ?? "") &&
    /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? "")
  );
}

/** Whether a host, with or without a port, is this machine's own name for itself. */
export const isThisMachine = (host: string): boolean =>
  /^(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/.test(host);
