import type { Database } from "@platen/postgres/database";
import { openMemoryDatabase } from "@platen/postgres/testing/memory";
import { currentRequester } from "@platen/kit";
import { expect, test } from "vitest";
import { call, goodPassword, newAddress, startTestService } from "./testing/service";

test("what a request asks of the database is on behalf of its network", async () => {
  const database = await openMemoryDatabase();
  const requesters: (string | undefined)[] = [];
  const noted = <T>(result: T) => {
    requesters.push(currentRequester());
    return result;
  };
  const watched: Database = {
    query: (statement, parameters) => noted(database.query(statement, parameters)),
    execute: (script) => noted(database.execute(script)),
    transaction: (work) => noted(database.transaction(work)),
    close: () => database.close(),
  };
  const service = await startTestService({ database: watched });
  requesters.length = 0;
  const body = { email: newAddress(), password: goodPassword };
  const { status } = await call(service.auth, "POST", "signup", { body, visitor: "192.0.2.7" });
  expect(status).toBe(200);
  expect(new Set(requesters)).toEqual(new Set(["192.0.2.7"]));
  await service.close();
});
