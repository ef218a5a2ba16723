import { once } from "node:events";
import { request as openRequest, type IncomingMessage } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import type { AttackedSite } from "../hostile/attacked-site";
import { newNetwork, signIn } from "../hostile/people";
import { report, Times } from "./measure";
import { busyOfMachine, processesOfSite, processorOf, processorOfAll } from "./processor";

const form = "application/x-www-form-urlencoded";
const picture =
  "/lake/images/local/production/28abe7368066ed174b3ed3f48de642a984d159cd-1600x900.png";

/** The attackers' requests in turn: public ones, in forms that no cache holds. */
const attack = [
  { method: "GET", path: "/?x=MADE" },
  { method: "GET", path: "/login?x=MADE" },
  { method: "GET", path: "/made/up/MADE" },
  { method: "GET", path: "/blog?q=MADE" },
  { method: "GET", path: "/blog?tag=MADE" },
  { method: "GET", path: `${picture}?w=MADE` },
  { method: "GET", path: "/auth/v1/verify?type=signup&token=MADE" },
  { method: "GET", path: "/readyz" },
  {
    method: "POST",
    path: "/login",
    type: form,
    body: "email=person-MADE%40platen.example&password=not+the+one",
  },
  {
    method: "POST",
    path: "/login",
    type: form,
    body: "email=nora%40platen.example&password=not+the+one",
  },
  { method: "POST", path: "/contact", type: form, body: "email=a&message=MADE" },
  {
    method: "POST",
    path: "/forgot-password",
    type: form,
    body: "email=person-MADE%40platen.example",
  },
  {
    method: "POST",
    path: "/api/gateway/verify",
    type: "application/json",
    body: '{"key":"pdf_MADE"}',
  },
];

/** Cores. */
const maxOfOthers = 0.2;

const statuses = z.tuple([z.record(z.string(), z.number())]);

interface Asked {
  path: string;
  cookie?: string;
  form?: string;
  /** Milliseconds between two visits: an account may have 150 pages a minute. */
  pause?: number;
}

async function ask(port: number, { path, cookie, form: body }: Asked): Promise<number> {
  const response = await new Promise<IncomingMessage>((answered, failed) => {
    const headers = {
      ...(cookie && { Cookie: cookie }),
      ...(body && { "Content-Type": form }),
    };
    const method = body ? "POST" : "GET";
    const to = {
      host: "127.0.0.1",
      port,
      path,
      localAddress: newNetwork(),
      agent: false,
    };
    openRequest({ ...to, method, headers }, answered)
      .once("error", failed)
      .end(body);
  });
  response.resume();
  await once(response, "close");
  return response.statusCode ?? 0;
}

/** The cookie by which a browser is known that has signed in before, without its session. */
const deviceIn = (cookies: string) =>
  cookies
    .split("; ")
    .filter((cookie) => cookie.includes("known-device="))
    .join("; ");

/**
 * How long others wait beside attackers that send requests as fast as responses arrive, each on so
 * many connections.
 *
 * @param userCookie of a browser that signed in before attackers used up the account's attempts
 */
export async function measureFlood(
  site: AttackedSite,
  userCookie: string,
  { attackers, connections }: { attackers: number; connections: number },
): Promise<void> {
  // For each flood: an account's oldest sessions end when it signs in often.
  const cookie = await signIn(site, "editor");
  const crowd = `${attackers} attackers${connections > 0 ? ` of ${connections} connections` : ""}`;
  // Networks of its own for each flood: the last one's have reached their limits.
  const network = `127.${200 + connections}.0`;
  const addresses = Array.from({ length: attackers }, (_, n) => `${network}.${n + 1}`);
  const worker = new Worker(new URL("hostile-attackers.js", import.meta.url), {
    workerData: { port: site.port, addresses, connections, requests: attack },
  });
  if (attackers > 0) await wait(3_000);
  const query = encodeURIComponent(`*[_type == "post" && slug.current == "merge"][0]`);
  const { people, password } = site;
  const credentials = (email: string) => new URLSearchParams({ email, password }).toString();
  const honest: [name: string, status: number, asked: Asked, bar?: number][] = [
    ["a cached page", 200, { path: "/" }, 50],
    ["a page that is not cached", 200, { path: "/signup" }, 500],
    ["a signed-in user's page", 200, { path: "/dashboard", cookie: userCookie, pause: 600 }, 500],
    ["a picture", 200, { path: `${picture}?w=800` }],
    ["a sign-in", 302, { path: "/login", form: credentials(people.editor) }, 1_500],
    [
      "a sign-in to the account that is attacked",
      302,
      // From its owner's browser, and as often as that may (30, then one each 10 s): strangers may
      // lock other devices out.
      {
        path: "/login",
        form: credentials(people.user),
        cookie: deviceIn(userCookie),
        pause: 3_000,
      },
    ],
    [
      "an editor's query",
      200,
      { path: `/lake/v2025-02-19/data/query/production?query=${query}`, cookie },
    ],
  ];
  const pids = Object.values(processesOfSite(site)).flat();
  const started = performance.now();
  const before = {
    site: processorOfAll(pids),
    own: processorOf(process.pid),
    all: busyOfMachine(),
  };
  const visits = await Promise.all(
    honest.map(async ([name, expected, asked, bar]) => {
      const times = new Times();
      let refused = 0;
      while (performance.now() - started < 20_000) {
        const status = await times.of(() => ask(site.port, asked));
        if (status !== expected) refused += 1;
        await wait(asked.pause ?? 200);
      }
      return { beside: `${name}, ${crowd}`, times, refused, bar };
    }),
  );
  const milliseconds = performance.now() - started;
  const used = processorOfAll(pids) - before.site;
  const others = busyOfMachine() - before.all - used - (processorOf(process.pid) - before.own);
  // A visitor who waits for other programs says nothing about the site: then the numbers are
  // reported and not judged.
  const judged = attackers === 10 && others / milliseconds < maxOfOthers;
  for (const { beside, times, refused, bar } of visits) {
    report(`${beside}: p50 of ${times.count}`, times.percentile(50), "ms");
    report(`${beside}: p95`, times.percentile(95), "ms", judged ? bar : undefined);
    report(`${beside}: not served`, refused, "", judged ? 0 : undefined);
  }
  report(`cores of the site, ${crowd}`, used / milliseconds, "");
  report(`cores of other programs, ${crowd}`, others / milliseconds, "");
  const told = once(worker, "message");
  worker.postMessage("home");
  if (attackers > 0)
    console.log(`The attackers were answered: ${JSON.stringify(statuses.parse(await told)[0])}`);
  await worker.terminate();
}
