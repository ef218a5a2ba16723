import { request as openRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { expect } from "vitest";
import type { SiteOptions } from "../../../server/site/site";
import { startRunningSite, type RunningSite } from "./running-site";

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

interface Received {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
}

/** A running site, and ways to send it what no browser would. */
export interface AttackedSite {
  site: RunningSite;
  ask(path: string, asked?: Asked): Promise<Received>;
  /**
   * Sends bytes that no client would send, and returns what was received until the server closed
   * the connection.
   */
  sendBytes(...parts: string[]): Promise<string>;
  /** The first value of that name in its metrics. */
  metric(name: string): Promise<number>;
  /**
   * Sends the following requests from another network, where the system has enough IP addresses:
   * the limits of one network have tests of their own.
   */
  useNextNetwork(): void;
  /** Ends it, and fails if any of the requests caused a server error. */
  stop(): Promise<void>;
}

export async function openAttackedSite(options: Partial<SiteOptions> = {}): Promise<AttackedSite> {
  const site = await startRunningSite(options);
  let network = 0;
  const localAddress = () =>
    process.platform === "linux" ? `127.9.${network >> 8}.${network & 255}` : "127.0.0.1";

  async function ask(
    path: string,
    { method = "GET", headers = {}, body }: Asked = {},
  ): Promise<Received> {
    const response = await new Promise<IncomingMessage>((answered, failed) => {
      const { port } = site;
      const to = { host: "127.0.0.1", localAddress: localAddress(), port };
      openRequest({ ...to, path, method, headers }, answered)
        .once("error", failed)
        .end(body);
    });
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    return { status: response.statusCode ?? 0, headers: response.headers, text };
  }

  return {
    site,
    ask,
    sendBytes: (...parts) =>
      new Promise((done, failed) => {
        const to = { port: site.port, host: "127.0.0.1", localAddress: localAddress() };
        const socket = connect(to);
        let response = "";
        socket.setEncoding("latin1").on("data", (chunk) => (response += String(chunk)));
        socket.once("close", () => done(response)).once("error", failed);
        for (const part of parts) socket.write(part, "latin1");
      }),
    async metric(name) {
      const { text } = await ask("/metrics");
      const line = text
        .split("\n")
        .find((each) => each.startsWith(`${name} `) || each.startsWith(`${name}{`));
      return Number(line?.split(" ").at(-1));
    },
    useNextNetwork: () => void (network += 1),
    async stop() {
      await site.stop();
      expect(site.log()).not.toContain('"status":500');
    },
  };
}
