import { expect, test } from "vitest";
import { Collection } from "../collection";
import { TypeIndexes } from "./type-indexes";

const times = { _createdAt: "2024-01-01T00:00:00.000Z", _updatedAt: "2024-01-01T00:00:00.000Z" };

test("an interrupted index build continues where it stopped", () => {
  const read: string[] = [];
  let isOver = true;
  const collection = new Collection(
    ["a", "b", "c", "d"].map((id) => ({
      ...{ _id: id, _type: "post", _rev: "r", ...times },
      get slug() {
        read.push(id);
        if (id === "c" && isOver) throw new Error("The time is over");
        return "same";
      },
    })),
  );
  const indexes = new TypeIndexes(collection);
  const find = () => indexes.find("post", ["slug"], "same").map(({ _id }) => _id);
  expect(find).toThrow("The time is over");
  isOver = false;
  expect(find()).toEqual(["a", "b", "c", "d"]);
  expect(read).toEqual(["a", "b", "c", "c", "d"]);
});
