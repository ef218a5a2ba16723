import fc from "fast-check";
import type { AttackedSite } from "./attacked-site";
import type { Credentials } from "./credentials";
import { type Ending, endings, exchange, inTurns } from "./exchange";
import type { HonestRequest, Listener } from "./listeners";
import { problemWith } from "./oracles";
import { newNetwork } from "./people";
import { samples } from "./samples";

/** One way in which a request breaks off. */
interface Break {
  /**
   * Where the request breaks off, and where it is split into two packets: as fractions of its
   * bytes.
   */
  at: number;
  split: number;
  end: Ending;
  /** Whether a second request is sent on the same connection. */
  pipelined: boolean;
}

const aBreak = fc.record<Break>({
  at: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constant(1)),
  split: fc.double({ min: 0, max: 1, noNaN: true }),
  end: fc.constantFrom(...endings),
  pipelined: fc.boolean(),
});

/** The request as bytes, as a proxy in front would forward it for a visitor of that network. */
function bytesOf(honest: HonestRequest, network: string): Buffer {
  const { path, method = "GET", headers = {}, body = "" } = honest;
  const lines = Object.entries({ "X-Forwarded-For": network, ...headers });
  const head = [`${method} ${path} HTTP/1.1`, "Host: localhost"].concat(
    lines.map(([name, value]) => `${name}: ${value}`),
  );
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`, "latin1");
}

const portOf = (site: AttackedSite, { process }: Listener) =>
  process === "site" ? site.port : site.backendPort;

/** The status of the listener's honest request: 0 when nothing came. */
export async function statusOf(site: AttackedSite, listener: Listener, credentials: Credentials) {
  const from = newNetwork();
  const parts = [bytesOf(listener.request(credentials), from)];
  const port = portOf(site, listener);
  // Streams and sockets have no end: the beginning of the response is enough.
  const response = await exchange({
    port,
    from,
    parts,
    end: "reset on response",
    timeout: 10_000,
  });
  return response.statuses[0] ?? 0;
}

/**
 * Breaks connections to a listener off in this many ways.
 *
 * @returns what is wrong with the responses that came all the same
 */
export async function breakOff(
  site: AttackedSite,
  listener: Listener,
  { credentials, times }: { credentials: Credentials; times: number },
): Promise<string[]> {
  const honest = listener.request(credentials);
  const port = portOf(site, listener);
  const problems = await inTurns(samples(aBreak, times), 25, async (each) => {
    const from = newNetwork();
    const request = bytesOf(honest, from);
    const whole = each.pipelined ? Buffer.concat([request, request]) : request;
    const bytes = whole.subarray(0, Math.round(each.at * whole.length));
    const middle = Math.round(each.split * bytes.length);
    const parts = [bytes.subarray(0, middle), bytes.subarray(middle)];
    // A keep-alive connection that stays idle shows nothing new after some milliseconds.
    return problemWith(await exchange({ port, from, parts, end: each.end, timeout: 300 }));
  });
  return problems.filter((problem) => problem !== null);
}
