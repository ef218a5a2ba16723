import { describe, expect, test } from "vitest";
import { client, failure, newId, raw, type } from "./support/lake";

describe("queries", () => {
  test("a long query is sent as a body and has the same result", async () => {
    const _id = newId();
    await client.create({ _id, _type: type });
    const padding = `// ${"x".repeat(15_000)}\n`;
    expect(await client.fetch(`${padding}*[_id == $id][0]._id`, { id: _id })).toBe(_id);
  });

  test("a query may end with a comment", async () => {
    expect(await client.fetch("1 + 1 // two")).toBe(2);
    const error = await failure(client.fetch("1 + // what?"));
    expect(error.statusCode).toBe(400);
  });

  test("a response repeats its query unless told not to, and has its sync tags", async () => {
    const query = "*[_type == 'nothing'][0...$count]";
    const options = { filterResponse: false, tag: "contract.a" } as const;
    const long = await client.fetch(query, { count: 2 }, options);
    expect(long).toMatchObject({ query, result: [], ms: expect.any(Number) });
    const short = await client.fetch(query, { count: 2 }, { ...options, returnQuery: false });
    expect(short).not.toHaveProperty("query");
    expect(short.syncTags).toEqual([expect.stringMatching(/^s1:/)]);
  });

  test("an unknown function is an error that names it", async () => {
    const error = await failure(client.fetch("*[nothing::at(1)]"));
    expect(error.statusCode).toBe(400);
    expect(error.message).toContain("nothing");
  });

  test("a malformed query is an error with its position", async () => {
    const error = await failure(client.fetch("*[_type == "));
    expect(error.statusCode).toBe(400);
    expect(error.message).toContain("GROQ query parse error");
    expect(error.details).toMatchObject({ type: "queryParseError", query: "*[_type == " });
  });

  test("raw and parameterized queries see the latest writes", async () => {
    const _id = `drafts.${newId()}`;
    for (let n = 0; n < 20; n++) {
      await client.createOrReplace({ _id, _type: type, n });
      expect(await client.fetch("*[_id == $id][0].n", { id: _id }, raw)).toBe(n);
    }
  });
});
