import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { TLSSocket } from "node:tls";
import type { Finding } from "@domain/administration/health";
import { ok, problem, warning } from "./finding";

const timeoutMilliseconds = 5_000;
const dayMilliseconds = 86_400_000;
/** Certificates that renew themselves do so a month before their end. */
const fewDays = 14;

interface Address {
  SITE_URL: string;
  HOST: string;
  TRUSTED_PROXIES: number;
}

/** What a request to the site's public URL ended with. */
export interface ProbeResponse {
  /** Undefined when there was none. */
  status: number | undefined;
  /** When the certificate ends. */
  validTo: Date | undefined;
  /** Why there was no response. */
  error: string | undefined;
}

/** Whether browsers reach the site at its URL, and the site knows them apart. */
export async function examineAddress(
  address: Address,
  now: Date,
  ask: typeof probeSite = probeSite,
): Promise<Finding[]> {
  const { SITE_URL, HOST, TRUSTED_PROXIES } = address;
  const url = new URL(SITE_URL);
  const findings: Finding[] = [];
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (isHere)
    findings.push(
      warning(
        `SITE_URL is ${SITE_URL}: links in mails lead to this machine. Set it to the public URL before others use the site.`,
      ),
    );
  else if (url.protocol === "http:")
    findings.push(
      problem(
        `SITE_URL is ${SITE_URL}: passwords and cookies cross the network unencrypted. Put a proxy with TLS in front (docs/deploying.md), and write https://.`,
      ),
    );
  if (url.protocol === "https:" && TRUSTED_PROXIES === 0)
    findings.push(
      problem(
        "TRUSTED_PROXIES is 0, but something in front of the site terminates TLS: all visitors count as one for the limits of requests. Set it to the number of proxies, mostly 1.",
      ),
    );
  if (TRUSTED_PROXIES > 0 && !["127.0.0.1", "localhost", "::1"].includes(HOST))
    findings.push(
      warning(
        `The site listens on ${HOST} and believes X-Forwarded-For: see to it that only the proxy reaches its port.`,
      ),
    );
  findings.push(...examineResponse(SITE_URL, await ask(new URL("/healthz", url)), now));
  if (findings.every(({ kind }) => kind !== "problem"))
    findings.push(...(await examineSockets(url, ask)));
  return findings;
}

function examineResponse(siteUrl: string, answer: ProbeResponse, now: Date): Finding[] {
  const { status, validTo, error } = answer;
  if (error !== undefined)
    return [
      problem(
        `${siteUrl} does not respond (${error}). Does the site run, does the name lead to this machine, and the proxy to its port?`,
      ),
    ];
  if (status !== 200)
    return [
      problem(`${siteUrl}/healthz responds with ${status}: the proxy does not reach the site.`),
    ];
  if (!validTo) return [ok(`${siteUrl} responds`)];
  const days = Math.floor((validTo.getTime() - now.getTime()) / dayMilliseconds);
  return [
    days < fewDays
      ? warning(`The certificate of ${siteUrl} ends in ${days} days: see why it is not renewed.`)
      : ok(`${siteUrl} responds, with a certificate for ${days} more days`),
  ];
}

/** The site refuses a WebSocket without a session with 401; other responses are a proxy's. */
async function examineSockets(url: URL, ask: typeof probeSite): Promise<Finding[]> {
  const { status } = await ask(new URL("/lake/vX/mux/production", url), {
    Connection: "Upgrade",
    Upgrade: "websocket",
    Origin: url.origin,
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": Buffer.alloc(16).toString("base64"),
  });
  return [
    status === 401
      ? ok("WebSockets reach the site")
      : problem(
          `WebSockets do not reach the site (${status ?? "no response"}): the proxy must pass on Upgrade and Connection, or the Studio receives no edits of others.`,
        ),
  ];
}

/** Requests a URL. A certificate that is not valid is an error, which says why. */
export async function probeSite(
  url: URL,
  headers: Record<string, string> = {},
): Promise<ProbeResponse> {
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const none = { status: undefined, validTo: undefined };
    const sent = request(url, { headers, timeout: timeoutMilliseconds }, (response) => {
      const { socket } = response;
      const validTo = socket instanceof TLSSocket ? socket.getPeerCertificate().valid_to : "";
      response.resume();
      resolve({
        status: response.statusCode,
        validTo: validTo ? new Date(validTo) : undefined,
        error: undefined,
      });
    });
    sent.once("upgrade", (response, socket) => {
      socket.destroy();
      resolve({ ...none, status: response.statusCode, error: undefined });
    });
    sent.once("timeout", () => sent.destroy(new Error("no response in five seconds")));
    sent.once("error", ({ message }) => resolve({ ...none, error: message }));
    sent.end();
  });
}
