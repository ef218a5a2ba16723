import { once } from "node:events";
import { createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import { type ServedLake, serveLake, tokens } from "@platen/content-lake/testing/serve";
import { closeUnlessRead } from "../site/http/unread-body";
import { LakeProxy } from "../site/proxy/lake-proxy";

/** A site that has only the lake's proxy. The header X-Visitor names the network of a request. */
export interface ProxiedLake {
  served: ServedLake;
  port: number;
  /** The path of a large file in the lake. */
  file: string;
  /**
   * The site's response to each visitor's last mutation, which a client that reads nothing cannot
   * see.
   */
  mutations: Map<string, ServerResponse>;
  /** A new token of the lake. */
  makeToken(label: string, roleName?: string): Promise<string>;
  /** Requests a response, of which nothing is read yet. */
  ask(path: string, headers: Record<string, string>): Promise<IncomingMessage>;
  close(): Promise<void>;
}

export async function startProxiedLake(): Promise<ProxiedLake> {
  const mutations = new Map<string, ServerResponse>();
  const served = await serveLake();
  const proxy = new LakeProxy({
    sessionCookie: "session",
    target: served.url,
    proxyToken: tokens.proxyToken,
    siteOrigin: "http://localhost:3000",
    openSession: () => {
      throw new Error("These requests must open no session.");
    },
    studioAccess: () => Promise.reject(new Error("These requests must open no session.")),
    closePreview: () => Promise.reject(new Error("These requests must open no session.")),
    admitTokenChange: () => Promise.reject(new Error("These requests must open no session.")),
  });
  const site = createServer((request, response) => {
    closeUnlessRead(request, response);
    const clientIp = String(request.headers["x-visitor"]);
    if (request.url?.includes("/mutate/")) mutations.set(clientIp, response);
    // A file of the site's own, which takes no slot of the lake.
    if (request.url === "/large.js") return void response.end(Buffer.alloc(16_000_000, 7));
    proxy
      .handle(request, response, clientIp, "request-1")
      .catch(() => response.writeHead(500).end());
  });
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  const address = site.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const uploaded = await served.client().assets.upload("file", Buffer.alloc(8_000_000, 7), {
    filename: "large.bin",
  });
  return {
    served,
    port,
    file: new URL(uploaded.url).pathname,
    mutations,
    async makeToken(label, roleName = "viewer") {
      const response = await fetch(`${served.url}/v1/projects/local/tokens`, {
        method: "POST",
        headers: served.as({ id: "ada", role: "administrator" }),
        body: JSON.stringify({ label, roleName }),
      });
      return (await response.json()).key;
    },
    async ask(path, headers) {
      const asking = get({ port, host: "127.0.0.1", path, headers });
      const [response]: IncomingMessage[] = await once(asking, "response");
      if (!response) throw new Error("No response came.");
      return response;
    },
    async close() {
      proxy.close();
      site.closeAllConnections();
      site.close();
      await served.close();
    },
  };
}
