import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { readForm } from "./read-form.server";

const type = "application/x-www-form-urlencoded";

const post = (body: BodyInit, contentType: string | null = type, url = "http://localhost/login") =>
  new Request(url, {
    method: "POST",
    body,
    ...(contentType && { headers: { "Content-Type": contentType } }),
  });

async function statusOf(request: Request): Promise<number> {
  try {
    await readForm(request);
    return 200;
  } catch (error) {
    return error instanceof Response ? error.status : 500;
  }
}

test("a form of ours is read, with its repeated fields and its pictures", async () => {
  const form = await readForm(post("email=ada%40mail.example&id=1&id=2&tags[0].name=x"));
  expect(form.get("email")).toBe("ada@mail.example");
  expect(form.getAll("id")).toEqual(["1", "2"]);
  const parts = new FormData();
  parts.set("picture", new File(["PNG"], "me.png", { type: "image/png" }));
  expect((await readForm(post(parts, null))).get("picture")).toBeInstanceOf(File);
});

test.each(["validate", "reset"])("the library's own %s button is read", async (type) => {
  const intent = JSON.stringify({ type, payload: { name: "email" } });
  expect(await statusOf(post(new URLSearchParams({ email: "a", __intent__: intent })))).toBe(200);
});

describe("a body that costs more than a form may is refused before it is taken apart:", () => {
  const intent = (value: unknown) =>
    new URLSearchParams({ email: "a", __intent__: JSON.stringify(value) }).toString();

  test.each([
    ["an index that makes a list of millions", "email[9999999]=a"],
    ["the same within a list", "a[0].b[1000]=a"],
    ["lists within lists", "a[1][1][1][1][1]=a"],
    ["objects within objects", "a.b.c.d.e.f=a"],
    ["a name without end", `${"a".repeat(101)}=a`],
    ["thousands of fields", "email=a&".repeat(5_000)],
    [
      "an intent that makes a list of millions",
      intent({ type: "update", payload: { name: "email[999999]", value: "x" } }),
    ],
    [
      "an intent that validates such a field",
      intent({ type: "validate", payload: { name: "e[999999]" } }),
    ],
    ["an intent without end", intent({ type: "validate", payload: { name: "a".repeat(300) } })],
    ["an intent that is none", "__intent__=x"],
    ["an intent that is a list", "__intent__=[]"],
  ])("%s", async (_, body) => {
    expect(await statusOf(post(body))).toBe(400);
  });

  test("more bytes than a page sends, however they are announced", async () => {
    expect(await statusOf(post(`email=${"a".repeat(65_536)}`))).toBe(413);
    const parts = new FormData();
    parts.set("email", "a".repeat(65_536));
    expect(await statusOf(post(parts, null))).toBe(413);
  });

  test("millions of short fields, also where a photograph may come", async () => {
    const profile = "http://localhost/dashboard/profile";
    expect(await statusOf(post("a&".repeat(100_000), type, profile))).toBe(413);
  });

  test("hundreds of thousands of parts that hold nothing, where a photograph may come", async () => {
    const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
    const parse = vi.spyOn(Response.prototype, "formData");
    onTestFinished(() => parse.mockRestore());
    const profile = "http://localhost/dashboard/profile";
    const body = `${part.repeat(100_000)}--x--\r\n`;
    expect(await statusOf(post(body, "multipart/form-data; boundary=x", profile))).toBe(400);
    expect(parse).not.toHaveBeenCalled();
  });

  test.each([
    "multipart/form-data; xboundary=y; boundary=x",
    'multipart/form-data; boundary="x"; boundary=y',
    "multipart/form-data",
  ])("one whose boundary could be read in two ways: %s", async (contentType) => {
    const body = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n';
    expect(await statusOf(post(body, contentType))).toBe(400);
  });

  test("what is no form", async () => {
    expect(await statusOf(post("{}", "application/json"))).toBe(400);
    expect(await statusOf(post("--x\r\n", "multipart/form-data; boundary=y"))).toBe(400);
  });
});

test("the costliest form that is let in is parsed in moments", async () => {
  const form = await readForm(post("a[99][99].b=a&".repeat(499)));
  const schema = z.object({ a: z.array(z.array(z.object({ b: z.string() }))) });
  expect(parseWithZod(form, { schema }).status).toBe("error");
});
