import { request as openRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { newVisitor } from "@platen/auth/testing/service";
import { inTurns } from "../../hostile/exchange";

/** A request of a walk over all routes. */
export interface Step {
  /** Its sender, for the message of a test that fails. */
  sender: string;
  port: number;
  method: string;
  path: string;
  headers: Record<string, string>;
}

export interface Visited extends Step {
  status: number;
  received: IncomingHttpHeaders;
  /** Whether the response had a body. */
  hasBody: boolean;
}

/**
 * Sends all requests, as the proxy that the site trusts, and waits for the end of each response.
 * Each comes from its own network: the limit of one network would refuse most of them.
 */
export const walk = (steps: readonly Step[]): Promise<Visited[]> => inTurns(steps, 6, visit);

async function visit(step: Step): Promise<Visited> {
  const { port, method, path } = step;
  const headers = { "X-Forwarded-For": newVisitor(), ...step.headers };
  const response = await new Promise<IncomingMessage>((answered, failed) => {
    openRequest({ host: "127.0.0.1", port, method, path, headers, agent: false }, answered)
      .once("error", failed)
      .end();
  });
  const { statusCode: status = 0, headers: received } = response;
  return { ...step, status, received, hasBody: await hasBody(response) };
}

async function hasBody(response: IncomingMessage): Promise<boolean> {
  // It has no end.
  if (/^text\/event-stream/.test(response.headers["content-type"] ?? "")) {
    response.destroy();
    return true;
  }
  let bytes = 0;
  for await (const chunk of response) bytes += chunk.length;
  return bytes > 0;
}

/** A request and its status, in one line. */
export const lineOf = ({ sender, method, path, status }: Visited) =>
  `${sender}: ${method} ${path}: ${status}`;
