import { expect, test } from "vitest";
import { schemaTypes } from "../schemas";
import { desk } from "./desk";
import { icons } from "./icons";

test("every document type stands on the desk, once", () => {
  const onDesk = desk.flatMap((entry) => {
    if (!entry) return [];
    return "type" in entry ? [entry.type] : entry.entries.map(({ type }) => type);
  });
  const documents = schemaTypes.filter(({ type }) => type === "document").map(({ name }) => name);
  expect(onDesk.toSorted()).toEqual(documents.toSorted());
});

test("every icon belongs to a type that exists", () => {
  const names = new Set(schemaTypes.map(({ name }) => name));
  expect(Object.keys(icons).filter((name) => !names.has(name))).toEqual([]);
});
