import type { IncomingMessage } from "node:http";

/** The path that shows the mail of a site without a mail server to a user of the same machine. */
export const mailPath = "/dev/mail";

const passedOn = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/**
 * Whether a request to a site under trial came from the same machine. A proxy on this machine
 * forwards requests from anyone. Most proxies reveal this by a header or by the host name of the
 * request; one that does neither belongs to a site with its own host name.
 *
 * @param siteOrigin where SITE_URL points
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
