import { once } from "node:events";
import { WebSocket } from "ws";
import { isRecord } from "../document";

type Message = Record<string, unknown>;

/** A WebSocket client that records messages, for tests that wait for one. */
export class TestSocket {
  readonly messages: Message[] = [];
  readonly socket: WebSocket;
  readonly #waiting = new Set<() => void>();

  private constructor(url: string, headers: Record<string, string>) {
    this.socket = new WebSocket(url.replace(/^http/, "ws"), { headers });
    this.socket.on("message", (data) => {
      const text = String(data);
      if (!text.startsWith("{")) return;
      const message: unknown = JSON.parse(text);
      if (isRecord(message)) this.messages.push(message);
      for (const wake of this.#waiting) wake();
    });
  }

  static async open(url: string, headers: Record<string, string>): Promise<TestSocket> {
    const client = new TestSocket(url, headers);
    await once(client.socket, "open");
    return client;
  }

  send(message: unknown): void {
    this.socket.send(JSON.stringify(message));
  }

  /** The first message that is accepted, whether it has come or will. */
  async find(accept: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.messages.find(accept);
      if (found) return found;
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiting.delete(wake);
          resolve();
        };
        this.#waiting.add(wake);
      });
    }
  }

  async closed(): Promise<number> {
    if (this.socket.readyState === this.socket.CLOSED) return 0;
    const [code] = await once(this.socket, "close");
    return Number(code);
  }
}
