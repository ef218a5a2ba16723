import { connect, type Socket } from "node:net";

/** A dialog for one mail is some kilobytes long, certificates included. */
const maxBytes = 128 * 1_024;

const checkMilliseconds = 20;

const connectMilliseconds = 10_000;

interface Server {
  host?: string | undefined;
  port?: number | string | undefined;
}

/**
 * Opens connections to a mail server that end when it sends more than a dialog for one mail: the
 * client queues every line, and empty ones without an end took a core for two minutes a mail.
 *
 * @param done receives the connection, or why there is none
 */
export function openSmtpSocket(
  { host, port }: Server,
  done: (error: Error | null, options?: { connection: Socket }) => void,
): void {
  const socket = connect({ ...(host !== undefined && { host }), port: Number(port) });
  const late = () => socket.destroy(failure("The mail server does not respond.", "ETIMEDOUT"));
  const timer = setTimeout(late, connectMilliseconds);
  const failed = (error: Error) => {
    clearTimeout(timer);
    done(error);
  };
  socket.once("error", failed);
  socket.once("connect", () => {
    clearTimeout(timer);
    socket.off("error", failed);
    // Until the client has its own, and after it has removed it.
    socket.on("error", () => {});
    limitBytes(socket);
    done(null, { connection: socket });
  });
}

function limitBytes(socket: Socket): void {
  const check = setInterval(() => {
    if (socket.bytesRead > maxBytes)
      socket.destroy(failure("The mail server sends too much.", "EPROTOCOL"));
  }, checkMilliseconds);
  socket.once("close", () => clearInterval(check));
}

const failure = (message: string, code: string) => Object.assign(new Error(message), { code });
