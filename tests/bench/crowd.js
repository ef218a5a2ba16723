import { parentPort, workerData } from "node:worker_threads";

/**
 * A thread in which all users sign in at once, so that their clients do not delay the one that is
 * timed. Reports how many milliseconds it took until the last of them was signed in.
 *
 * @type {{ target: { url: string; publishableKey: string }; emails: string[]; password: string }}
 */
const { target, emails, password } = workerData;
const started = performance.now();
await Promise.all(
  emails.map(async (email, n) => {
    const response = await fetch(`${target.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: target.publishableKey, "X-Forwarded-For": `10.200.0.${n}` },
      body: JSON.stringify({ email, password }),
    });
    if (!response.ok) throw new Error(await response.text());
    await response.arrayBuffer();
  }),
);
parentPort?.postMessage(performance.now() - started);
