import { type WebSocket } from "ws";
import { type z } from "zod";

/**
 * Calls back with each message of a socket that is JSON of this shape, and with undefined for each
 * that is not. An error of ours on the way ends this socket: uncaught, it would end the process for
 * everyone.
 */
export function onMessages<T>(
  socket: WebSocket,
  shape: z.ZodType<T>,
  callback: (message: T | undefined) => void,
): void {
  socket.on("message", (data, isBinary) => {
    try {
      callback(isBinary ? undefined : parse(shape, String(data)));
    } catch (error) {
      console.error("A message to the content lake failed:", error);
      socket.close(1011, "An unexpected error occurred");
    }
  });
}

function parse<T>(shape: z.ZodType<T>, text: string): T | undefined {
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
