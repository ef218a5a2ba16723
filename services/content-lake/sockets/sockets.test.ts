import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "../limits";
import { serveLake, type ServedLake } from "../testing/serve";
import { TestSocket } from "../testing/socket";

let served: ServedLake;

beforeAll(async () => {
  served = await serveLake();
});
afterAll(() => served.close());

const open = (kind: "mux" | "socket", id: string) =>
  TestSocket.open(`${served.url}/vX/${kind}/production`, served.as({ id }));

test("a user may have so many sockets of both kinds open, and others theirs", async () => {
  const opened: TestSocket[] = [];
  for (let n = 0; n < limits.sockets; n++) {
    opened.push(await open(n % 2 ? "mux" : "socket", "eager"));
  }
  const refusal = "Unexpected server response: 429";
  await expect(open("mux", "eager")).rejects.toThrow(refusal);
  await expect(open("socket", "eager")).rejects.toThrow(refusal);
  const other = await open("mux", "ann");
  other.send({ op: "listen", id: "a", query: "*" });
  await other.find(({ id }) => id === "a");
  opened.pop()?.socket.terminate();
  await expect.poll(() => open("mux", "eager").catch(() => undefined)).toBeDefined();
});

test.each(["mux", "socket"] as const)(
  "a user who floods a socket of kind %s is cut off, and the rest of the flood is ignored",
  async (kind) => {
    const flooding = await open(kind, `flooding-${kind}`);
    for (let n = 0; n < limits.messages.burst + 500; n++) {
      flooding.send({ op: "stop", id: String(n), type: "ping" });
    }
    expect(await flooding.closed()).toBe(1006);
    const other = await open("mux", "ann");
    other.send({ op: "listen", id: "a", query: "*" });
    await other.find(({ id }) => id === "a");
  },
);

test("control frames count: a user who floods with them is cut off on all sockets, and may not return at once", async () => {
  const [flooding, quiet] = [await open("mux", "ponging"), await open("socket", "ponging")];
  const cutOff = Promise.all([flooding.closed(), quiet.closed()]);
  for (let n = 0; n < limits.messages.burst + 500; n++) flooding.socket.pong();
  expect(await cutOff).toEqual([1006, 1006]);
  await expect(open("mux", "ponging")).rejects.toThrow("Unexpected server response: 429");
  const other = await open("mux", "ann");
  other.send({ op: "listen", id: "a", query: "*" });
  await other.find(({ id }) => id === "a");
});

test("a message of more fragments than a browser makes ends its socket", async () => {
  const fragmenting = await open("mux", "fragmenting");
  const closed = fragmenting.closed();
  for (let n = 0; n < 1_000; n++) fragmenting.socket.send("", { fin: false });
  expect(await closed).toBe(1008);
});

test("a lake that shuts down tells each socket, accepts no more, and still answers requests", async () => {
  const leaving = await serveLake();
  const address = `${leaving.url}/vX/mux/production`;
  const [first, second] = await Promise.all(
    ["ann", "bob"].map((id) => TestSocket.open(address, leaving.as({ id }))),
  );
  const codes = Promise.all([first?.closed(), second?.closed()]);
  leaving.lake.goAway();
  expect(await codes).toEqual([1001, 1001]);
  const again = TestSocket.open(address, leaving.as({ id: "ann" }));
  await expect(again).rejects.toThrow("Unexpected server response: 503");
  expect(await leaving.client().fetch("count(*[_type == 'note'])")).toBe(0);
  await leaving.close();
});
