import { ClientError, ConnectionFailedError } from "@sanity/client";
import { concat, defer, firstValueFrom, from, of, throwError, toArray } from "rxjs";
import { expect, test } from "vitest";
import { waitForSignIn } from "./wait-for-sign-in";

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
  const { exclusion, retryWhenAdmitted } = waitForSignIn(async () => {
    known = statuses.length > 1 ? (statuses.shift() ?? 0) : (statuses[0] ?? 0);
    if (known === 0) throw new Error("The network is away.");
    return { status: known, id: "ada" };
  });
  exclusion.subscribe((reason) => seen.push(reason));
  const send = () =>
    firstValueFrom(
      retryWhenAdmitted(() =>
        defer(() => (known === 200 ? of("taken") : throwError(() => refused(known)))),
      ),
    );
  return { send, seen };
}

test("requests of a signed-out user wait until that user is back", async () => {
  const { send, seen } = person(401, 200);
  expect(await Promise.all([send(), send()])).toEqual(["taken", "taken"]);
  expect(seen).toEqual([null, "signed out", null]);
});

test("a user who lost the role is told so; an unreachable network says nothing about it", async () => {
  const { send, seen } = person(403, 0, 200);
  expect(await send()).toBe("taken");
  expect(seen).toEqual([null, "no editor", null]);
});

test("a stream that is interrupted whenever its user leaves resumes whenever that user is back", async () => {
  const { retryWhenAdmitted } = waitForSignIn(async () => ({ status: 200, id: "ada" }));
  const ends = [401, 403].map((status) => new ConnectionFailedError("Refused", { status }));
  const stream = retryWhenAdmitted(() => {
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

test("what an admitted user may not do is refused, and so is an invalid request", async () => {
  const { exclusion, retryWhenAdmitted } = waitForSignIn(async () => ({
    status: 200,
    id: "ada",
  }));
  for (const status of [403, 409]) {
    const sent = firstValueFrom(retryWhenAdmitted(() => from(Promise.reject(refused(status)))));
    await expect(sent).rejects.toMatchObject({ statusCode: status });
  }
  expect(exclusion.value).toBeNull();
});

test("one user's edits wait while another is signed in in the same browser", async () => {
  const people = ["nora", "nora", "ada"];
  let signedIn = "nora";
  const { exclusion, retryWhenAdmitted, setUser, userId } = waitForSignIn(async () => {
    signedIn = people.shift() ?? "ada";
    return { status: 200, id: signedIn };
  });
  const seen: (string | null)[] = [];
  exclusion.subscribe((reason) => seen.push(reason));
  setUser("ada");
  // The Studio requests the current user again whenever its window gets the focus.
  setUser("nora");
  expect(userId()).toBe("ada");
  const send = () =>
    defer(() => (signedIn === "ada" ? of("taken as ada") : throwError(() => refused(403))));
  expect(await firstValueFrom(retryWhenAdmitted(send))).toBe("taken as ada");
  expect(seen).toEqual([null, "someone else", "someone else", null]);
});

test("what was typed waits, too, when another person logs in just as its own is back", async () => {
  const people = [{ status: 401 }, ...["ada", "nora", "ada"].map((id) => ({ status: 200, id }))];
  const { retryWhenAdmitted, setUser } = waitForSignIn(async () => people.shift() ?? { status: 0 });
  setUser("ada");
  const refusals = [401, 403];
  const send = () => {
    const status = refusals.shift();
    return status === undefined ? of("taken") : throwError(() => refused(status));
  };
  expect(await firstValueFrom(retryWhenAdmitted(send))).toBe("taken");
  expect(people).toEqual([]);
});
