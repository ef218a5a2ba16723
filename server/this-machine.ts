import type { IncomingMessage } from "node:http";

/** Shows the mails of a site that has no mail server, to who sits at the machine. */
export const mailPath = "/dev/mail";

const passedOn = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/**
 * Whether a request was made on this machine. A proxy on this machine passes on what strangers ask, and says so by its
 * headers or by the name that they asked for.
 */
export function comesFromThisMachine({ headers, socket }: IncomingMessage): boolean {
  if (passedOn.some((name) => name in headers)) return false;
  return (
    /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? "") && isThisMachine(headers.host ?? "")
  );
}

/** Whether a host, with or without a port, is this machine's own name for itself. */
export const isThisMachine = (host: string): boolean =>
  /^(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/.test(host);
