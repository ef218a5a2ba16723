import { expect, onTestFinished, test } from "vitest";
import { eventually } from "@platen/kit/testing/eventually";
import { currentRequester } from "@platen/kit";
import { openMemoryDatabase } from "@platen/postgres/testing/memory";
import { call, goodPassword, newAddress, startTestService } from "../testing/service";

test("the queue sends for itself, and not on behalf of the request that woke it", async () => {
  const requesters: (string | undefined)[] = [];
  const service = await startTestService({
    database: await openMemoryDatabase(),
    mailer: {
      autoconfirm: false,
      queued: true,
      send: async () => void requesters.push(currentRequester()),
    },
  });
  onTestFinished(() => service.close());
  const body = { email: newAddress(), password: goodPassword };
  await call(service.auth, "POST", "signup", { body, visitor: "192.0.2.7" });
  await eventually(() => expect(requesters).toEqual([undefined]));
});

test("a mail server that does not respond about one domain holds up no mail to another", async () => {
  const sent: string[] = [];
  let respond = () => {};
  const silence = new Promise<void>((resolve) => (respond = resolve));
  const service = await startTestService({
    database: await openMemoryDatabase(),
    mailer: {
      autoconfirm: false,
      queued: true,
      async send({ to }) {
        if (to.endsWith("@silent.example")) await silence;
        sent.push(to);
      },
    },
  });
  onTestFinished(() => service.close());
  const signUp = (email: string, visitor: string) =>
    call(service.auth, "POST", "signup", { body: { email, password: goodPassword }, visitor });
  const delayed = ["one@silent.example", "two@silent.example"];
  for (const [n, email] of delayed.entries()) await signUp(email, `192.0.2.${20 + n}`);
  await signUp("ada@mail.example", "192.0.2.30");
  await eventually(() => expect(sent).toEqual(["ada@mail.example"]));
  respond();
  await eventually(() => expect(sent).toEqual(["ada@mail.example", ...delayed]));
});
