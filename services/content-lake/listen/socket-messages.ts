import type { WebSocket } from "ws";
import type { z } from "zod";
import { limits } from "../limits";
import { isDeeper } from "../value-size";

/**
 * Calls back with each message of a socket that is JSON of this shape, and with undefined for each
 * that is not, or is nested too deeply; with the next one when what the callback returned has
 * resolved. Meanwhile the socket is not read: messages that wait would fill the memory. An error of
 * ours on the way ends this socket: uncaught, it would end the process for everyone.
 */
export function onMessages<T>(
  socket: WebSocket,
  shape: z.ZodType<T>,
  callback: (message: T | undefined) => void | Promise<void>,
): void {
  const received: (T | undefined)[] = [];
  let isBusy = false;
  const handle = async () => {
    isBusy = true;
    try {
      while (received.length > 0) {
        const pending = callback(received.shift());
        if (!pending) continue;
        socket.pause();
        await pending;
        socket.resume();
      }
    } catch (error) {
      received.length = 0;
      console.error("A message to the content lake failed:", error);
      socket.resume();
      socket.close(1011, "An unexpected error occurred");
    } finally {
      isBusy = false;
    }
  };
  socket.on("message", (data, isBinary) => {
    received.push(
      isBinary ? undefined : parse(shape, Buffer.isBuffer(data) ? data.toString() : ""),
    );
    if (!isBusy) void handle();
  });
}

function parse<T>(shape: z.ZodType<T>, text: string): T | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isDeeper(value, limits.requestDepth) ? undefined : shape.parse(value);
  } catch {
    return undefined;
  }
}
