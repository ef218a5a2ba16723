import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { type ClientConfig, createClient, type SanityClient } from "@sanity/client";
import { type EmbeddedDatabase, openDatabase } from "@platen/postgres";
import { openMemoryDatabase } from "@platen/postgres/testing/memory";
import { createLake, type Lake } from "../lake";

/** For tests that need a lake which refuses more than usual. */
export { limits } from "../limits";

export interface ServedLake {
  lake: Lake;
  /** http://127.0.0.1:<port>/lake */
  url: string;
  /** The unmodified client with full permissions, on the current API version. */
  client(config?: Partial<ClientConfig>): SanityClient;
  /** Headers of a user signed in to the site. */
  as(person: { id: string; name?: string; role?: "administrator" | "editor" }): {
    Authorization: string;
    "X-Lake-Identity": string;
  };
  close(): Promise<void>;
}

export const tokens = { proxyToken: "proxy-token", readToken: "read-token" };

/**
 * Serves a lake over HTTP and WebSocket on a free loopback port.
 *
 * @param where it stores its documents: a directory, or a database, which it closes; in memory when
 *   absent
 * @param queryWorker the compiled `query/query-worker`: without it slow queries block everything
 *   else
 */
export async function serveLake(
  where?: string | EmbeddedDatabase,
  queryWorker?: URL,
): Promise<ServedLake> {
  const assetDirectory = await mkdtemp(join(tmpdir(), "lake-assets-"));
  const opened = typeof where === "string" ? openDatabase(where) : where;
  const postgres = await (opened ?? openMemoryDatabase());
  const lake = await createLake({
    database: postgres,
    projectId: "local",
    dataset: "production",
    publicUrl: "http://localhost:3000/lake",
    assetDirectory,
    administratorsPublish: ["plan"],
    privateTypes: ["secret"],
    queryWorker,
    ...tokens,
  });
  const server = createServer(
    getRequestListener(
      (request, { incoming }) =>
        lake.fetch(request, { address: incoming.socket.remoteAddress ?? "" }),
      { overrideGlobalObjects: false },
    ),
  );
  // As the backend: a request that a proxy sent just as an idle connection was closed got a 503.
  server.keepAliveTimeout = 0;
  server.on("upgrade", (request, socket, head) => lake.upgrade(request, socket, head));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const url = `http://127.0.0.1:${port}/lake`;
  return {
    lake,
    url,
    client: (config = {}) =>
      createClient({
        projectId: "local",
        dataset: "production",
        apiHost: url,
        useProjectHostname: false,
        useCdn: false,
        token: tokens.proxyToken,
        apiVersion: "2025-02-19",
        ...config,
      }),
    as: ({ id, name = id, role = "editor" }) => ({
      Authorization: `Bearer ${tokens.proxyToken}`,
      "X-Lake-Identity": Buffer.from(
        JSON.stringify({ id, name, email: `${id}@example.com`, role }),
      ).toString("base64url"),
    }),
    close: async () => {
      await lake.close();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await postgres.close();
      await rm(assetDirectory, { recursive: true, force: true });
    },
  };
}
