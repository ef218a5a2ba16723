import { expect, test } from "vitest";
import { parseDatabaseUrl } from "./database-url";

test.each([
  "postgres://app@db.example/app",
  "postgresql://app.abcdef:secret@aws-0-eu.pooler.example:6543/postgres",
  "postgres://app@10.0.0.5/app",
])("the connection to %s is encrypted, because it crosses a network", (connectionUrl) => {
  expect(parseDatabaseUrl(connectionUrl)).toEqual({ connectionUrl, settings: { ssl: "require" } });
});

test.each([
  "postgres://app@localhost/app",
  "postgres://app@127.0.0.1:5433/app",
  "postgres://app@[::1]/app",
  "postgres://app@db.example/app?sslmode=disable",
  "postgres://app@db.example/app?sslmode=verify-full",
])("%s keeps its own setting", (connectionUrl) => {
  expect(parseDatabaseUrl(connectionUrl)).toEqual({ connectionUrl, settings: {} });
});

test("a directory means a unix socket", () => {
  expect(parseDatabaseUrl("postgres://app@localhost/app?host=/run/postgresql")).toEqual({
    connectionUrl: "postgres://app@localhost/app",
    settings: { path: "/run/postgresql/.s.PGSQL.5432" },
  });
});
