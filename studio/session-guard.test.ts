import { ClientError, ConnectionFailedError } from "@sanity/client";
import { concat, defer, firstValueFrom, from, of, throwError, toArray } from "rxjs";
import { expect, test } from "vitest";
import { admission } from "./session-guard";

const refused = (statusCode: number) =>
  new ClientError({
    statusCode,
    body: { message: "No." },
    headers: {},
    url: "/lake",
    method: "GET",
  });

/**
 * A user for whom the lake returns these statuses in turn, the last one forever, and a request that
 * succeeds when the user is admitted.
 */
function person(...statuses: number[]) {
  const seen: (string | null)[] = [];
  let known = 401;
  const { exclusion, hold } = admission(async () => {
    known = statuses.length > 1 ? (statuses.shift() ?? 0) : (statuses[0] ?? 0);
    if (known === 0) throw new Error("The network is away.");
    return { status: known, id: "ada" };
  });
  exclusion.subscribe((reason) => seen.push(reason));
  const send = () =>
    firstValueFrom(
      hold(() => defer(() => (known === 200 ? of("taken") : throwError(() => refused(known))))),
    );
  return { send, seen };
}

test("what a signed-out person sends waits until that person is back", async () => {
  const { send, seen } = person(401, 200);
  expect(await Promise.all([send(), send()])).toEqual(["taken", "taken"]);
  expect(seen).toEqual([null, "signed out", null]);
});

test("who lost the role is told so; a network that is away says nothing of it", async () => {
  const { send, seen } = person(403, 0, 200);
  expect(await send()).toBe("taken");
  expect(seen).toEqual([null, "no editor", null]);
});

test("a stream that breaks off whenever its person leaves goes on whenever that person is back", async () => {
  const { hold } = admission(async () => ({ status: 200, id: "ada" }));
  const ends = [401, 403].map((status) => new ConnectionFailedError("Refused", { status }));
  const stream = hold(() => {
    const end = ends.shift();
    return end
      ? concat(
          of("welcome"),
          throwError(() => end),
        )
      : of("welcome", "goodbye");
  });
  expect(await firstValueFrom(stream.pipe(toArray()))).toEqual([
    ...["welcome", "welcome", "welcome", "goodbye"],
  ]);
});

test("what an admitted person may not do is refused, and so is what is wrong", async () => {
  const { exclusion, hold } = admission(async () => ({ status: 200, id: "ada" }));
  for (const status of [403, 409]) {
    const sent = firstValueFrom(hold(() => from(Promise.reject(refused(status)))));
    await expect(sent).rejects.toMatchObject({ statusCode: status });
  }
  expect(exclusion.value).toBeNull();
});

test("what one person typed waits while somebody else is signed in in the same browser", async () => {
  const people = ["nora", "nora", "ada"];
  let signedIn = "nora";
  const { exclusion, hold, meet, personId } = admission(async () => {
    signedIn = people.shift() ?? "ada";
    return { status: 200, id: signedIn };
  });
  const seen: (string | null)[] = [];
  exclusion.subscribe((reason) => seen.push(reason));
  meet("ada");
  // The Studio requests the current user again whenever its window gets the focus.
  meet("nora");
  expect(personId()).toBe("ada");
  const send = () =>
    defer(() => (signedIn === "ada" ? of("taken as ada") : throwError(() => refused(403))));
  expect(await firstValueFrom(hold(send))).toBe("taken as ada");
  expect(seen).toEqual([null, "somebody else", "somebody else", null]);
});
