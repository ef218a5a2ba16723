import { afterAll, beforeAll, expect, test } from "vitest";
import { newVisitor } from "@platen/auth/testing/service";
import { newPerson, type SignedIn } from "./support/people";
import { type RunningSite, startRunningSite } from "./support/running-site";

/* What one account may send, from however many networks. */

let site: RunningSite;

beforeAll(async () => {
  site = await startRunningSite({ trustedProxies: 1 });
});
afterAll(() => site.stop());

/** Each request comes from its own network. */
async function send({ Cookie }: Pick<SignedIn, "Cookie">, path: string, fields?: object) {
  const response = await fetch(site.url + path, {
    redirect: "manual",
    headers: { Origin: site.url, "X-Forwarded-For": newVisitor(), Cookie },
    ...(fields && { method: "POST", body: new URLSearchParams({ ...fields }) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** A form that is refused once the account is known: what it would change does not matter. */
const sendForm = (person: Pick<SignedIn, "Cookie">) =>
  send(person, "/dashboard/security.data", { intent: "nothing" });

async function sendForms({ Cookie }: SignedIn, count: number): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (let n = 0; n < count; n += 1) {
    // A cookie that belongs to no session changes with each request.
    const person = { Cookie: `${Cookie}; session-${n}=x` };
    statuses.add((await sendForm(person)).status);
  }
  return statuses;
}

test("an account may send sixty forms in two minutes, from all its networks and with all its cookies", async () => {
  const [mallory, ada] = [await newPerson(site, "User"), await newPerson(site, "User")];
  expect(await sendForms(mallory, 60)).toEqual(new Set([400]));
  const refused = await sendForm(mallory);
  expect(refused.status).toBe(429);
  const wait = Number(refused.headers.get("Retry-After"));
  expect(wait).toBeGreaterThan(0);
  expect(refused.text).toBe(`Too many requests. Try again in ${wait} seconds.\n`);
  expect((await send(mallory, "/dashboard/../dashboard//keys", {})).status).toBe(429);
  // Everybody else, and the account's own pages, are served.
  expect((await sendForm(ada)).status).toBe(400);
  expect((await send(mallory, "/dashboard")).status).toBe(200);
});

test("the cookie of a session that has ended does not use up its former owner's forms", async () => {
  const ada = await newPerson(site, "User");
  expect((await send(ada, "/logout", {})).status).toBe(302);
  expect(await sendForms(ada, 61)).toEqual(new Set([202]));
});

test("an account may download its data ten times a minute", async () => {
  const ada = await newPerson(site, "User");
  for (let n = 0; n < 10; n += 1)
    expect((await send(ada, "/dashboard/data/download")).status).toBe(200);
  const refused = await send(ada, "/dashboard/data/download");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
});
