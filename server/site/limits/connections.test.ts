import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  ConnectionsByNetwork,
  limitConnections,
  limitTotal,
  maxConnections,
  watchAccepting,
} from "./connections";
import { FloodDetector, refusalWeight } from "./flood-detection";
import { listenDuringTest } from "../../testing/listen";

const from = (remoteAddress: string) =>
  Object.assign(new EventEmitter(), { remoteAddress, destroy: vi.fn() });

test("a network has a maximum of connections, and closing one frees its place", () => {
  const connections = new ConnectionsByNetwork(new FloodDetector());
  const sockets = Array.from({ length: 512 }, (_, n) => from(`2001:db8:1:2::${n.toString(16)}`));
  for (const socket of sockets) expect(connections.admit(socket)).not.toBe("close");
  expect(connections.admit(from("2001:db8:1:2:3::1"))).toBe("close");
  expect(connections.admit(from("2001:db8:1:3::1"))).toBe(0);
  sockets[0]?.emit("close");
  expect(connections.admit(from("2001:db8:1:2:3::1"))).not.toBe("close");
});

test("of the new connections of a network some wait, and too many are held; others do not wait for them", () => {
  // The clock stands still.
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const connections = new ConnectionsByNetwork(new FloodDetector());
  const verdicts = Array.from({ length: 600 }, () => {
    const socket = from("192.0.2.1");
    const verdict = connections.admit(socket);
    socket.emit("close");
    return verdict;
  });
  expect(verdicts.slice(0, 256).every((verdict) => verdict === 0)).toBe(true);
  const waiting = verdicts.filter((verdict) => typeof verdict === "number" && verdict > 0);
  expect(waiting).toHaveLength(320);
  expect(Math.max(...waiting.map(Number))).toBeLessThanOrEqual(5_000);
  expect(verdicts.at(-1)).toBe("hold");
  expect(connections.admit(from("192.0.2.2"))).toBe(0);
});

test("what an end site opens too much uses up nothing of a quiet network in it", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const connections = new ConnectionsByNetwork(new FloodDetector());
  const open = (address: string) => {
    const socket = from(address);
    const verdict = connections.admit(socket);
    socket.emit("close");
    return verdict;
  };
  for (let n = 0; n < 8_000; n += 1) open(`2001:db8:1:${(n % 500).toString(16)}::1`);
  for (let n = 0; n < 600; n += 1) expect(open("2001:db8:1:ffff::1")).toBe("hold");
  // The end site has room for 640 more, and its own burst is whole.
  vi.advanceTimersByTime(1_000);
  const verdicts = Array.from({ length: 256 }, () => open("2001:db8:1:ffff::1"));
  expect(verdicts).not.toContain("hold");
});

test("the networks of one end site have ten times as many", () => {
  const connections = new ConnectionsByNetwork(new FloodDetector());
  for (let n = 0; n < 5_120; n += 1)
    expect(connections.admit(from(`2001:db8:1:${(n % 11).toString(16)}::1`))).not.toBe("close");
  expect(connections.admit(from("2001:db8:1:ffff::1"))).toBe("close");
  expect(connections.admit(from("2001:db8:2:ffff::1"))).toBe(0);
});

test("once all connections are open, the networks that have the most lose their oldest to others", () => {
  const connections = new ConnectionsByNetwork(new FloodDetector(), 100);
  const open = (address: string) => {
    const socket = from(address);
    socket.destroy.mockImplementation(() => socket.emit("close"));
    return { socket, verdict: connections.admit(socket) };
  };
  const many = Array.from({ length: 70 }, () => open("192.0.2.1"));
  const few = Array.from({ length: 30 }, () => open("2001:db8:1:1::1"));
  expect(open("192.0.2.1").verdict).toBe("close");
  expect(open("198.51.100.1").verdict).toBe(0);
  expect(many[0]?.socket.destroy).toHaveBeenCalled();
  expect(many.at(-1)?.socket.destroy).not.toHaveBeenCalled();
  for (const { socket } of few) expect(socket.destroy).not.toHaveBeenCalled();
  // Networks that come then get some too, and none loses its last ones to another.
  for (let n = 0; n < 200; n += 1) open(`198.51.100.${n % 4}`);
  expect(open("203.0.113.1").verdict).toBe(0);
  expect(open("203.0.113.1").verdict).toBe(0);
});

test("no connection is closed for one more of networks that all have as many", () => {
  const connections = new ConnectionsByNetwork(new FloodDetector(), 100);
  const sockets = Array.from({ length: 100 }, (_, n) => from(`192.0.2.${n}`));
  for (const socket of sockets) expect(connections.admit(socket)).toBe(0);
  expect(connections.admit(from("198.51.100.1"))).toBe("close");
  for (const socket of sockets) expect(socket.destroy).not.toHaveBeenCalled();
});

test("a network that floods repeatedly loses its connections and is blocked for a minute", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const connections = new ConnectionsByNetwork(new FloodDetector());
  const [idle, other] = [from("192.0.2.1"), from("192.0.2.2")];
  for (const socket of [idle, other]) expect(connections.admit(socket)).toBe(0);
  for (let n = 0; n < 5; n += 1) {
    const socket = from("192.0.2.1");
    expect(connections.admit(socket)).toBe(0);
    connections.flooded(socket);
    socket.emit("close");
  }
  expect(idle.destroy).toHaveBeenCalled();
  expect(other.destroy).not.toHaveBeenCalled();
  idle.emit("close");
  expect(connections.admit(from("192.0.2.1"))).toBe("hold");
  expect(connections.admit(from("192.0.2.2"))).toBe(0);
  vi.advanceTimersByTime(60_000);
  expect(connections.admit(from("192.0.2.1"))).toBe(0);
});

test("the connections of a network that floods are closed once, however many of them flood", () => {
  const connections = new ConnectionsByNetwork(new FloodDetector(), 300);
  const sockets = Array.from({ length: 200 }, () => from("192.0.2.1"));
  for (const socket of sockets) connections.admit(socket);
  for (const socket of sockets) connections.flooded(socket);
  for (const socket of sockets) expect(socket.destroy).toHaveBeenCalledTimes(1);
  // Until they are reported as closed, they count in total.
  sockets[0]?.emit("close");
  const others = Array.from({ length: 102 }, (_, n) => connections.admit(from(`198.51.100.${n}`)));
  expect(others.filter((verdict) => verdict === 0)).toHaveLength(101);
});

test("a held connection is neither answered nor read, and closed after a while", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const server = createServer((_request, response) => response.end("ok"));
  const flooded = limitConnections(server, new FloodDetector(), () => false);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const ask = async () => {
    const accepted = once(server, "connection");
    const socket = connect(port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    const response = text(socket).catch(() => "");
    const [own]: Socket[] = await accepted;
    return { response, own };
  };
  const first = await ask();
  expect(await first.response).toContain("ok");
  const open = await ask();
  for (let n = 0; n < 5; n += 1) if (open.own) flooded(open.own);
  const held = await ask();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await held.response).toBe("");
});

test("thousands of refusals in a minute count as a flood", () => {
  const connections = new ConnectionsByNetwork(new FloodDetector());
  const socket = from("192.0.2.1");
  connections.admit(socket);
  for (let n = 0; n < 4_990; n += 1) connections.flooded(socket, refusalWeight);
  expect(socket.destroy).not.toHaveBeenCalled();
  for (let n = 0; n < 20; n += 1) connections.flooded(socket, refusalWeight);
  expect(socket.destroy).toHaveBeenCalled();
});

test.each([
  [1_024, 384],
  [20_000, 9_872],
  [1_048_576, 20_000],
  [256, 64],
])("%d file descriptors allow %d connections", (files, connections) => {
  expect(maxConnections(files)).toBe(connections);
});

test("the limit of this machine is read", () => {
  expect(maxConnections()).toBeGreaterThanOrEqual(64);
});

test("a process of several closes connections beyond its limit itself", async () => {
  const server = createServer((_request, response) => response.end("ok"));
  limitTotal(server, true, 1);
  // It would pass them to the other processes.
  expect(server.maxConnections).toBeUndefined();
  const port = await listenDuringTest(server);
  const open = (connection: string) => {
    const socket = connect(port, "127.0.0.1");
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\n\r\n`);
    return socket;
  };
  const first = open("keep-alive");
  await once(first, "data");
  expect(await text(open("close")).catch(() => "")).toBe("");
  first.destroy();
  await expect.poll(() => text(open("close")).catch(() => "")).toContain("ok");
});

test("a server says that connections arrive, including those that are not answered", async () => {
  let since = Infinity;
  const server = createServer();
  limitTotal(server, true, 0);
  const accepted = watchAccepting(server, {
    start: () => void (since = 0),
    hasRun: (milliseconds) => since >= milliseconds,
  });
  expect([accepted.count(), accepted.isRecent()]).toEqual([0, false]);
  server.emit("connection", Object.assign(new EventEmitter(), { destroy: vi.fn() }));
  expect([accepted.count(), accepted.isRecent()]).toEqual([1, true]);
  since = 4;
  expect(accepted.isRecent()).toBe(true);
  since = 5;
  expect([accepted.count(), accepted.isRecent()]).toEqual([1, false]);
});

test("many connections that open at once are all answered", async () => {
  const server = createServer((_request, response) => response.end("ok"));
  limitConnections(server, new FloodDetector(), () => false);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const responses = Array.from({ length: 200 }, () => {
    const socket = connect(port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    return text(socket);
  });
  for (const response of await Promise.all(responses)) expect(response).toContain("ok");
});
