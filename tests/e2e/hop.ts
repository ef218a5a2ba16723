import { connect, createServer, type Socket } from "node:net";

/** A stretch of network before a site, which can be cut. */
export interface Hop {
  port: number;
  /** Resets every connection, and takes none until it is mended. */
  cut(): void;
  mend(): void;
  close(): void;
}

/** Opens a hop to a port of this machine. */
export async function openHop(target: number): Promise<Hop> {
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.resetAndDestroy();
    const far = connect(target, "127.0.0.1");
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address && typeof address === "object") resolve(address.port);
      else reject(new Error("The system gave no port."));
    });
  });
  const cut = () => {
    isCut = true;
    for (const socket of open) socket.resetAndDestroy();
  };
  return {
    port,
    cut,
    mend: () => (isCut = false),
    close() {
      cut();
      server.close();
    },
  };
}
