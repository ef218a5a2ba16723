import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { refuseUpgrade } from "../http/upgrades";
import { refusalWeight } from "../limits/flood-detection";
import { createLimiter } from "../limits/limiter";
import type { LakeProxy } from "./lake-proxy";

interface Parts {
  lakeProxy: LakeProxy;
  clientIpOf: (request: IncomingMessage) => string;
  /** Receives a handshake that was refused, and how much of a flood it is. */
  onRefused: (request: IncomingMessage, weight: number) => void;
}

/** Lets WebSockets through to the lake, as many as a network may open. */
export class LakeWebSockets {
  readonly #parts: Parts;
  readonly #handshakes = createLimiter("handshake", { points: 120, duration: 60 });

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#admit(request, socket, head).catch(() => {
      const sentence = "A service is not responding. Try again soon.";
      refuseUpgrade(socket, "503 Service Unavailable", sentence);
    });
  }

  async #admit(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { lakeProxy, clientIpOf, onRefused } = this.#parts;
    const clientIp = clientIpOf(request);
    if ((await this.#handshakes.take(clientIp)) !== null) {
      onRefused(request, refusalWeight);
      return refuseUpgrade(socket, "429 Too Many Requests", "Too many WebSockets: wait a minute.");
    }
    return lakeProxy.upgrade(request, socket, head, clientIp);
  }
}
