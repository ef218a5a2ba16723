import { connect, createServer, type Socket } from "node:net";

/** A network hop in front of a site, which can be cut, or swallow what is sent. */
export interface Hop {
  port: number;
  /** Resets every connection, and accepts none until it is mended. */
  cut(): void;
  /** Holds back every byte until it is mended, without any error: connections stay open. */
  hold(): void;
  mend(): void;
  close(): void;
}

/**
 * Opens a hop to a port of this machine. Connections come from the address of this machine that
 * `localAddress` returns, or from 127.0.0.1.
 */
export async function openHop(target: number, localAddress?: () => string): Promise<Hop> {
  /** Each open end, and the one that receives its bytes. */
  const ends = new Map<Socket, Socket>();
  let state: "open" | "cut" | "holding" = "open";
  const server = createServer((near) => {
    if (state === "cut") return void near.resetAndDestroy();
    const far = connect({ host: "127.0.0.1", port: target, localAddress: localAddress?.() });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.set(socket, other);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        ends.delete(socket);
        other.destroy();
      });
      if (state === "open") socket.pipe(other);
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
    state = "cut";
    for (const socket of ends.keys()) socket.resetAndDestroy();
  };
  return {
    port,
    cut,
    hold() {
      state = "holding";
      for (const [socket, other] of ends) socket.unpipe(other);
    },
    mend() {
      if (state === "holding") for (const [socket, other] of ends) socket.pipe(other);
      state = "open";
    },
    close() {
      cut();
      server.close();
    },
  };
}
