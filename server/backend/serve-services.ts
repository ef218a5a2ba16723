import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Lake } from "@platen/content-lake";
import type { Logger } from "pino";
import { connectionsWithin } from "../process/open-files";
import { handleSocketErrors } from "../process/socket-errors";
import { commandPath, createBackendCommands, type CommandServices } from "./command-api";

/** File descriptors of the database, of threads and child processes, and of the process itself. */
const reservedFiles = 400;

interface Services extends CommandServices {
  lake: Lake | null;
  /** The key by which commands authenticate. */
  commandKey: string;
}

interface Options {
  /** 0 for any that is free. */
  port: number;
  logger: Logger;
}

/**
 * Serves the embedded services to the processes of this machine.
 *
 * @returns the server, and its origin
 */
export async function serveServices(
  services: Services,
  { port, logger }: Options,
): Promise<{ server: Server; origin: string }> {
  const respond = respondWith(services);
  const server = createServer(
    getRequestListener(
      async (request, { incoming }) => {
        const response = await respond(request, { address: incoming.socket.remoteAddress ?? "" });
        if (response.status >= 500) {
          // The request id leads to the visitor's request in the site's log.
          const requestId = request.headers.get("X-Request-Id");
          const { pathname } = new URL(request.url);
          logger.error({ requestId, pathname, status: response.status }, "A service failed.");
        }
        return response;
      },
      { overrideGlobalObjects: false },
    ),
  );
  // Only our own processes connect here, and they keep their connections. If the backend closed
  // idle ones, it could close one just as a request is sent over it, and that request is lost:
  // visitors of a busy machine saw that the lake is unavailable.
  server.keepAliveTimeout = 0;
  // The site process enforces the upload rate: a large upload may take more than Node's five
  // minutes.
  server.requestTimeout = 0;
  // Unread downloads of thirty networks used up its descriptors, and the next query ended it.
  server.maxConnections = connectionsWithin(reservedFiles);
  server.on("upgrade", (request, stream, head) => {
    stream.on("error", () => stream.destroy());
    if (services.lake && request.url?.startsWith("/lake/")) {
      services.lake.upgrade(request, stream, head);
    } else stream.destroy();
  });
  const origin = await listen(server, port);
  handleSocketErrors(server, { logger, headers: {} });
  return { server, origin };
}

function respondWith({ lake, commandKey, ...services }: Services) {
  const { auth } = services;
  const commands = createBackendCommands(services, commandKey);
  return async (request: Request, peer: { address: string }): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith(commandPath)) return commands(request);
    if (auth && pathname.startsWith("/auth/v1/")) return auth.fetch(request, peer);
    if (lake && pathname.startsWith("/lake/")) return lake.fetch(request, peer);
    return new Response("Not found\n", { status: 404 });
  };
}

/** @returns the origin */
async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((listening, fail) => {
    server.once("error", fail);
    // A replacement process listens where the previous one did.
    server.listen(port, "127.0.0.1", listening);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The backend has no port.");
  return `http://127.0.0.1:${address.port}`;
}
