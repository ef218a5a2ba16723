import { expect, onTestFinished, test, vi } from "vitest";
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
  await vi.waitFor(() => expect(requesters).toEqual([undefined]));
});
