import { once } from "node:events";
import type { Server } from "node:http";
import { onTestFinished } from "vitest";

/** Lets a server listen on the loopback interface until the test is over. @returns its port */
export async function listenDuringTest(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The server has no port.");
  return address.port;
}
