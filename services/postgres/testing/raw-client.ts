import { connect } from "node:net";
import { expect } from "vitest";
import { eventually } from "@platen/kit/testing/eventually";
import * as wire from "../wire";

/**
 * Opens an authenticated connection on the byte level.
 *
 * @param path of the socket
 * @param statement is sent at once
 * @returns the socket, and all that it has received
 */
export async function openRawClient(path: string, password: string, statement?: string) {
  const socket = connect(path);
  let text = "";
  socket.on("data", (bytes) => (text += bytes.toString("latin1")));
  socket.on("error", () => {});
  const startup = Buffer.concat([wire.int32(196608), Buffer.from("user\0app\0\0")]);
  socket.write(
    Buffer.concat([wire.int32(startup.length + 4), startup, wire.message("p", password)]),
  );
  await eventually(() => expect(text).toContain("integer_datetimes"));
  if (statement) socket.write(wire.message("Q", statement));
  return { socket, answers: () => text };
}
