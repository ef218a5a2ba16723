import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { bench } from "vitest";
import { z } from "zod";
import { publishableKey } from "@platen/auth/testing/service";
import { spawnable } from "@platen/kit/testing/children";
import { report, reportAtLeast, requireBars, singleRun, Times } from "./measure";

const accountServer = z.object({
  url: z.string(),
  emails: z.array(z.string()),
  password: z.string(),
});

const networks = 8;
const inFlight = 30;
const signIns = 100;

bench(`sign-in while ${networks} networks guess passwords`, measure, singleRun);

async function measure(): Promise<void> {
  const servers = await spawnable("tests/bench/account-server.ts");
  const flood: { thread?: Worker } = {};
  try {
    const line = await servers.start().waitForLine("{");
    const { url, emails, password } = accountServer.parse(JSON.parse(line));
    let people = 0;
    /** A first-time visitor, from their own network. */
    async function signIn(): Promise<void> {
      people += 1;
      const email = emails[people % emails.length];
      const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers: {
          apikey: publishableKey,
          "X-Forwarded-For": `10.${people >> 8}.${people & 255}.1`,
        },
        body: JSON.stringify({ email, password }),
      });
      if (!response.ok) throw new Error(await response.text());
      await response.arrayBuffer();
    }
    async function visit(): Promise<Times> {
      const times = new Times();
      for (let count = 0; count < signIns; count++) {
        await times.of(signIn);
        await wait(20);
      }
      return times;
    }

    await signIn();
    const quiet = await visit();
    const thread = new Worker(new URL("flood.js", import.meta.url), {
      workerData: { url, publishableKey, networks, inFlight },
    });
    flood.thread = thread;
    await wait(3_000);
    const attacked = await visit();
    thread.postMessage("How were you answered?");
    const responses = z
      .tuple([z.record(z.string(), z.number())])
      .parse(await once(thread, "message"));
    report("sign-in, p50, nobody guesses", quiet.percentile(50), "ms");
    report("sign-in, p99, nobody guesses", quiet.percentile(99), "ms");
    report(`sign-in, p50, ${networks} networks guess`, attacked.percentile(50), "ms");
    report(`sign-in, p99, ${networks} networks guess`, attacked.percentile(99), "ms", 1_000);
    report(
      "sign-in p99, attacked against quiet",
      attacked.percentile(99) / quiet.percentile(99),
      "×",
      6,
    );
    report("guesses that were looked at", responses[0]["400"] ?? 0, "");
    reportAtLeast("guesses that were refused at once", responses[0]["429"] ?? 0, "", 1);
    requireBars();
  } finally {
    await flood.thread?.terminate();
    await servers.remove();
  }
}
