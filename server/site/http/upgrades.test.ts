import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { problemWithFraming } from "./request-framing";
import { handleUpgrades, refuseUpgrade } from "./upgrades";

let server: Server;
let port: number;
let slowResponse: () => void = () => {};

beforeEach(async () => {
  server = createServer((request, response) => {
    const problem = problemWithFraming(request);
    if (problem) return void response.writeHead(problem.status).end();
    if (request.url === "/lake/slow") return;
    if (request.url === "/slow") return void (slowResponse = () => response.end("slow"));
    text(request).then(
      (body) => response.end(`${request.method} ${request.url} ${body}`),
      () => {},
    );
  });
  handleUpgrades(
    server,
    (path) => path.startsWith("/lake/"),
    (_request, socket) => refuseUpgrade(socket, "403 Forbidden", "No."),
    ({ headers }) => headers["x-network"] === "flooding",
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address: AddressInfo | string | null = server.address();
  port = typeof address === "object" && address ? address.port : 0;
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

const lines = (...all: string[]) => `${all.join("\r\n")}\r\n\r\n`;
const webSocket = (path: string) =>
  lines(`GET ${path} HTTP/1.1`, "Host: a", "Connection: Upgrade", "Upgrade: websocket");

async function open(): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

async function send(bytes: string): Promise<string> {
  const socket = await open();
  socket.write(bytes);
  return text(socket);
}

test("a client that resets the connection during a handshake stops nothing", async () => {
  for (const path of ["/", "/lake/v1/socket/production", "/slow"]) {
    for (let length = 1; length <= webSocket(path).length; length += 7) {
      const socket = await open();
      socket.write(webSocket(path).slice(0, length));
      socket.resetAndDestroy();
    }
    const whole = await open();
    whole.write(webSocket(path));
    whole.resetAndDestroy();
  }
  expect(await send(lines("GET /after HTTP/1.1", "Host: a", "Connection: close"))).toContain(
    "GET /after",
  );
});

test("a request whose headers Node has dropped in part is refused, whatever it offers", async () => {
  server.maxHeadersCount = 101;
  // The last one does not arrive, and the others are left out of what is handled again.
  const offered = Array<string>(200).fill("HTTP2-Settings: a");
  for (const [path, protocol] of [
    ["/dev/mail", "h2c"],
    ["/lake/v1/socket/production", "websocket"],
  ]) {
    const head = [`GET ${path} HTTP/1.1`, "Host: a", "Connection: Upgrade", `Upgrade: ${protocol}`];
    const response = await send(lines(...head, ...offered, "X-Forwarded-For: 192.0.2.1"));
    expect(response).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
  }
});

test("a request that only offers another protocol is answered normally", async () => {
  const response = await send(
    lines(
      "POST /form HTTP/1.1",
      "Host: a",
      "Connection: Upgrade, HTTP2-Settings",
      "Upgrade: h2c",
      "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA",
      "Content-Length: 7",
    ) + "email=a",
  );
  expect(response).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(response).toContain("POST /form email=a");
});

test("a WebSocket handshake at a page's URL gets the page", async () => {
  expect(await send(webSocket("/about"))).toContain("GET /about");
});

test("a refused handshake is closed by the server even if the client keeps it open", async () => {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  const response = text(socket);
  socket.write(webSocket("/lake/v1/socket/production"));
  expect(await response).toMatch(/^HTTP\/1\.1 403 Forbidden/);
  expect(server.listening).toBe(true);
  const open = () =>
    new Promise<number>((counted) => server.getConnections((_, count) => counted(count)));
  await expect.poll(open).toBe(0);
});

test.each([
  ["a malformed handshake", "/lake/%2e%2e/b", "Host: a", 400],
  [
    "one of a network that floods",
    "/lake/v1/socket/production",
    "Host: a\r\nX-Network: flooding",
    200,
  ],
])(
  "%s is handled, and counted, like any request, and its connection ends",
  async (_, path, head, status) => {
    const handled = once(server, "request");
    const upgrade = ["Connection: Upgrade", "Upgrade: websocket"];
    const response = await send(lines(`GET ${path} HTTP/1.1`, head, ...upgrade));
    expect(response).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} [^]*\r\nConnection: close\r\n`, "i"),
    );
    await handled;
    const open = () =>
      new Promise<number>((counted) => server.getConnections((_error, count) => counted(count)));
    await expect.poll(open).toBe(0);
  },
);

test("a client that leaves while its malformed handshake is handled ends its response", async () => {
  const socket = await open();
  const handled = once(server, "request");
  server.prependListener("request", (_request, response: ServerResponse) => {
    response.once("close", () => closed());
  });
  let closed = () => {};
  const ended = new Promise<void>((resolve) => (closed = resolve));
  const upgrade = ["X-Network: flooding", "Connection: Upgrade", "Upgrade: websocket"];
  socket.write(lines("GET /lake/slow HTTP/1.1", "Host: a", ...upgrade));
  await handled;
  socket.resetAndDestroy();
  await ended;
});

test("a pipelined handshake does not interrupt the response in flight", async () => {
  const socket = await open();
  const received = text(socket).catch(() => "");
  socket.write(lines("GET /slow HTTP/1.1", "Host: a") + webSocket("/lake/v1/socket/production"));
  expect(await received).toBe("");
  slowResponse();
  expect(await send(lines("GET /after HTTP/1.1", "Host: a", "Connection: close"))).toContain(
    "GET /after",
  );
});
