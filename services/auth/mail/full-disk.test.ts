import { expect, onTestFinished, test } from "vitest";
import { eventually } from "@platen/kit/testing/eventually";
import { DiskSpace, floors } from "@platen/kit";
import { openMemoryDatabase } from "@platen/postgres/testing/memory";
import { call, goodPassword, newAddress, startTestService } from "../testing/service";

test("a sent mail that cannot be deleted from the queue on a full disk is not sent again", async () => {
  const disk = { free: Infinity };
  const sent: string[] = [];
  const service = await startTestService({
    database: await openMemoryDatabase({ space: new DiskSpace("", { read: () => disk.free }) }),
    mailer: {
      autoconfirm: false,
      queued: true,
      async send({ to }) {
        sent.push(to);
        if (sent.length === 1) disk.free = floors.reserve - 1;
      },
    },
  });
  onTestFinished(() => service.close());
  const signUp = async (email: string) => {
    const body = { email, password: goodPassword };
    expect(await call(service.auth, "POST", "signup", { body })).toMatchObject({ status: 200 });
  };
  const waiting = () => service.database.query("select id from auth.mail_queue");
  const [first, second] = [newAddress(), newAddress()];
  await signUp(first);
  await eventually(() => expect(sent).toEqual([first]));
  expect(await waiting()).toHaveLength(1);
  disk.free = Infinity;
  await signUp(second);
  await eventually(async () => expect(await waiting()).toEqual([]));
  expect(sent).toEqual([first, second]);
});
