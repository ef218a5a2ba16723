import { request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { programPaths } from "../e2e/support/program-paths";
import { publicPages } from "../e2e/support/public-pages";
import { newNetwork } from "../hostile/people";
import { withSomethingOdd } from "./support/odd-values";
import { startRunningSite, type RunningSite } from "./support/running-site";

/*
 * Documents as no form of the Studio saves them: written by a script, an import or an older editor.
 * Whatever a field contains, no page may break.
 */

const document = z.looseObject({ _id: z.string(), _type: z.string() });
type Document = z.infer<typeof document>;

let site: RunningSite;
let documents: Document[];
// One of the files for programs has the Markdown of all pages.
const paths = [...Object.values(publicPages), ...programPaths, "/blog.data"];

beforeAll(async () => {
  site = await startRunningSite();
  documents = z
    .array(document)
    .parse(
      await site.lake
        .client()
        .fetch(`*[!(_type match "sanity.*") && !(_type match "system.*") && _id != "notice"]`),
    );
});
afterAll(() => site.stop());

/** A document with something odd at one path in it, however deep. */
const oddDocument = fc
  .nat()
  .chain((which) => withSomethingOdd(documents[which % documents.length] ?? never()));

function never(): never {
  throw new Error("There are no documents.");
}

/** A page as it is rendered now, for a visitor from their own network. */
async function render(path: string) {
  const response = await new Promise<IncomingMessage>((answered, failed) => {
    const { port } = site;
    const to = { host: "127.0.0.1", port, path, localAddress: newNetwork() };
    request({ ...to, headers: { Cookie: "toast=x" } }, answered)
      .once("error", failed)
      .end();
  });
  return { status: response.statusCode ?? 0, text: await text(response) };
}

async function write(changed: readonly Document[]) {
  const transaction = site.lake.client().transaction();
  for (const each of changed) transaction.createOrReplace(each);
  await transaction.commit({ visibility: "sync" });
}

/** Why pages could not be rendered so far, from the log. */
const reasons = () =>
  [...site.log().matchAll(/"stack":"(.{0,300})/g)].map(([, stack]) => stack).join("\n");

let rounds = 0;

/** Publishes documents, and waits until the site has received the change. */
async function publish(changed: readonly Document[]) {
  rounds += 1;
  const round = `Round ${rounds} of odd documents`;
  await write([...changed, { _id: "notice", _type: "notice", isShown: true, text: round }]);
  await expect.poll(async () => (await render("/login")).text).toContain(round);
}

test("no page fails, whatever a script has written into a document", async () => {
  const seed = Number(process.env.ODD_SEED ?? 1);
  const all = fc.sample(oddDocument, { numRuns: 200, seed });
  for (let begin = 0; begin < all.length; begin += 10) {
    const changed = [
      ...new Map(all.slice(begin, begin + 10).map((each) => [each._id, each])).values(),
    ];
    await publish(changed);
    const broken: string[] = [];
    for (const path of paths) {
      const { status } = await render(path);
      if (status >= 500) broken.push(`${path}: ${status} ${reasons()}`);
    }
    expect(broken, changed.map((each) => JSON.stringify(each).slice(0, 1_500)).join("\n")).toEqual(
      [],
    );
    await write(documents.filter(({ _id }) => changed.some((each) => each._id === _id)));
  }
}, 240_000);
