import { once } from "node:events";
import { createServer, request as openRequest, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPageBody } from "./page-body";

let site: Server;
let port: number;

beforeAll(async () => {
  site = createServer((request, response) => {
    const network = String(request.headers["x-network"]);
    const account = request.headers["x-account"]?.toString() ?? null;
    void readPageBody(request, response, { network, account }, 1_000_000).then((body) =>
      response.writeHead("status" in body ? body.status : 200).end(),
    );
  });
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  const address = site.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

/** Sends a large form; one that is held back never arrives. */
function send(headers: Record<string, string>, isHeldBack = false) {
  const length = { "Content-Length": "100000" };
  const form = openRequest({
    port,
    host: "127.0.0.1",
    method: "POST",
    headers: { ...headers, ...length },
  });
  form.on("error", () => {});
  if (isHeldBack) form.flushHeaders();
  else form.end("a".repeat(100_000));
  return form;
}

async function statusOf(headers: Record<string, string>): Promise<number | undefined> {
  const [response] = await once(send(headers), "response");
  response.resume();
  return response.statusCode;
}

test("unfinished forms of twelve accounts in four networks hold no slot before they are large", async () => {
  const held = Array.from({ length: 24 }, (_, n) =>
    send({ "X-Network": `192.0.2.${n % 4}`, "X-Account": `mallory-${n % 12}` }, true),
  );
  for (const form of held) form.write("a");
  expect(await statusOf({ "X-Network": "198.51.100.2", "X-Account": "ada" })).toBe(200);
  for (const form of held) form.destroy();
});

test("unfinished forms of one account or of strangers in many networks do not block other users", async () => {
  const held = Array.from({ length: 10 }, (_, n) => [
    ...Array.from({ length: 4 }, () =>
      send({ "X-Network": `192.0.2.${n}`, "X-Account": "mallory" }, true),
    ),
    ...Array.from({ length: 4 }, () => send({ "X-Network": `192.0.2.${n}` }, true)),
  ]).flat();
  expect(await statusOf({ "X-Network": "198.51.100.1", "X-Account": "ada" })).toBe(200);
  for (const form of held) form.destroy();
});

test("large forms of thirty-two accounts that send no more give way to one that does", async () => {
  const held = Array.from({ length: 32 }, (_, n) =>
    send({ "X-Network": `192.0.2.${n % 8}`, "X-Account": `mallory-${n}` }, true),
  );
  const refused = Promise.race(
    held.map(async (form) => {
      const [response] = await once(form, "response");
      response.resume();
      return response.statusCode;
    }),
  );
  await Promise.all(
    held.map(
      (form) => new Promise<void>((sent) => void form.write("a".repeat(70_000), () => sent())),
    ),
  );
  expect(await statusOf({ "X-Network": "198.51.100.3", "X-Account": "ada" })).toBe(200);
  expect(await refused).toBe(503);
});
