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

test("a form of this site is read, with repeated fields and pictures", async () => {
  const form = await readForm(post("email=ada%40mail.example&id=1&id=2&current-name=x"));
  expect(form.get("email")).toBe("ada@mail.example");
  expect(form.getAll("id")).toEqual(["1", "2"]);
  const parts = new FormData();
  parts.set("picture", new File(["PNG"], "me.png", { type: "image/png" }));
  expect((await readForm(post(parts, null))).get("picture")).toBeInstanceOf(File);
});

const intent = (value: unknown) =>
  new URLSearchParams({ email: "a", __intent__: JSON.stringify(value) }).toString();

describe("a form that costs more than allowed is refused before it is parsed:", () => {
  test.each([
    ["an index that creates an array of millions", "email[9999999]=a"],
    ["such an index after a point", "email[0]=a&email.4294967294=b"],
    ["arrays within arrays", "a[99][99]=a"],
    ["a list without an index", "a[]=a"],
    ["an object", "a.b=a"],
    ["an endless name", `${"a".repeat(101)}=a`],
    ["thousands of fields", "email=a&".repeat(5_000)],
    ["a name of the language", "constructor=a"],
    ["a name of a list within a list", "email[0]=a&email.map=9"],
    ["an intent of the form library", intent({ type: "validate", payload: { name: "email" } })],
    [
      "an intent that creates an array of billions",
      intent({ type: "reset", payload: { name: "email", index: 4_294_967_290 } }),
    ],
    ["a state of the form library", "__state__={"],
  ])("%s", async (_, body) => {
    expect(await statusOf(post(body))).toBe(400);
  });

  test("more bytes than a page sends, whatever Content-Length says", async () => {
    expect(await statusOf(post(`email=${"a".repeat(65_536)}`))).toBe(413);
    const parts = new FormData();
    parts.set("email", "a".repeat(65_536));
    expect(await statusOf(post(parts, null))).toBe(413);
  });

  test("a text that is much longer than any form takes", async () => {
    expect(await statusOf(post(`message=${"<".repeat(20_001)}`))).toBe(413);
    expect(await statusOf(post(`message=${"<".repeat(20_000)}`))).toBe(200);
  });

  test("millions of short fields, even where a photo is allowed", async () => {
    const profile = "http://localhost/dashboard/profile";
    expect(await statusOf(post("a&".repeat(100_000), type, profile))).toBe(413);
  });

  test("hundreds of thousands of empty parts, where a photo is allowed", async () => {
    const part = '--xxxxxxxx\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
    const parse = vi.spyOn(Response.prototype, "formData");
    onTestFinished(() => parse.mockRestore());
    const profile = "http://localhost/dashboard/profile";
    const body = `${part.repeat(100_000)}--xxxxxxxx--\r\n`;
    expect(await statusOf(post(body, "multipart/form-data; boundary=xxxxxxxx", profile))).toBe(400);
    expect(parse).not.toHaveBeenCalled();
  });

  test.each([
    ["hundreds of thousands of headers", "a:b\r\n".repeat(300_000)],
    ["a file name of a megabyte", `X: "${"%0a%0d%22".repeat(110_000)}"\r\n`],
  ])("a part with %s, where a photo is allowed", async (_, headers) => {
    const parse = vi.spyOn(Response.prototype, "formData");
    onTestFinished(() => parse.mockRestore());
    const profile = "http://localhost/dashboard/profile";
    const body = `--xxxxxxxx\r\nContent-Disposition: form-data; name="a"\r\n${headers}\r\n1\r\n--xxxxxxxx--\r\n`;
    expect(await statusOf(post(body, "multipart/form-data; boundary=xxxxxxxx", profile))).toBe(400);
    expect(parse).not.toHaveBeenCalled();
  });

  test.each([
    "multipart/form-data; xboundary=yyyyyyyy; boundary=xxxxxxxxxxxxxxx",
    'multipart/form-data; boundary="xxxxxxxx"; boundary=yyyyyyyy',
    "multipart/form-data",
  ])("an ambiguous boundary: %s", async (contentType) => {
    const body =
      '--xxxxxxxx\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--xxxxxxxx--\r\n';
    expect(await statusOf(post(body, contentType))).toBe(400);
  });

  test("a body that is not a form", async () => {
    expect(await statusOf(post("{}", "application/json"))).toBe(400);
    expect(await statusOf(post("--xxxxxxxx\r\n", "multipart/form-data; boundary=yyyyyyyy"))).toBe(
      400,
    );
  });
});

describe("a form with a photo", () => {
  const profile = "http://localhost/dashboard/profile";
  const photo = crypto.getRandomValues(new Uint8Array(60_000));
  const withPhoto = (...fields: [string, string | File][]) => {
    const form = new FormData();
    form.set("fullName", "Ada Ünal");
    form.set("picture", new File([photo], "ich “selbst”.png", { type: "image/png" }));
    for (const [name, value] of fields) form.append(name, value);
    return post(form, null, profile);
  };

  test("is read with the photo's own bytes, name and type, and the fields around it", async () => {
    const form = await readForm(withPhoto(["remove", "no"], ["other", new File([], "none.png")]));
    expect(form.get("fullName")).toBe("Ada Ünal");
    expect(form.get("remove")).toBe("no");
    expect(form.get("other")).toBeInstanceOf(File);
    const picture = form.get("picture");
    if (!(picture instanceof File)) throw new Error("The photo is not a file.");
    expect([picture.name, picture.type]).toEqual(["ich “selbst”.png", "image/png"]);
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(photo);
  });

  test("is parsed without the photo, whatever that holds", async () => {
    const parsed: number[] = [];
    const parse = vi.spyOn(Response.prototype, "formData").mockImplementation(async function (
      this: Response,
    ) {
      parsed.push((await this.arrayBuffer()).byteLength);
      return new FormData();
    });
    onTestFinished(() => parse.mockRestore());
    const large = new File([Buffer.alloc(6_000_000, "\r\n--")], "me.png");
    const form = new FormData();
    form.set("picture", large);
    await statusOf(post(form, null, profile));
    expect(parsed).toHaveLength(1);
    expect(parsed[0]).toBeLessThan(1_000);
  });

  test.each<[string, [string, string | File], number]>([
    ["a second file", ["other", new File(["a"], "b.png")], 400],
    ["megabytes of a text", ["zzz", "é".repeat(3_000_000)], 413],
    ["a text that is a little too long", ["zzz", "a".repeat(20_001)], 413],
  ])("is refused with %s", async (_, field, status) => {
    expect(await statusOf(withPhoto(field))).toBe(status);
  });

  test.each([
    ["whose name only looks like a file's", 'name="a; filename=b"'],
    ["whose file is named in another spelling", 'name="a"; FILENAME = "b"'],
  ])("is refused with a part %s", async (_, disposition) => {
    const body = `--xxxxxxxx\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n1\r\n--xxxxxxxx--\r\n`;
    expect(await statusOf(post(body, "multipart/form-data; boundary=xxxxxxxx", profile))).toBe(400);
  });

  test("is refused without its end, and with a boundary of another shape than browsers'", async () => {
    const part = 'Content-Disposition: form-data; name="a"\r\n\r\n1\r\n';
    const send = (boundary: string, body: string) =>
      statusOf(post(body, `multipart/form-data; boundary=${boundary}`, profile));
    expect(await send("xxxxxxxx", `--xxxxxxxx\r\n${part}`)).toBe(400);
    expect(await send("xxxxxxxx", `--xxxxxxxx\r\n${part}--xxxxxxxx--\r\n`)).toBe(200);
    const dashes = `${"-".repeat(69)}x`;
    expect(await send(dashes, `--${dashes}\r\n${part}--${dashes}--\r\n`)).toBe(400);
  });
});

test("the most expensive accepted form is parsed quickly", async () => {
  const form = await readForm(post("email=a&".repeat(499)));
  const schema = z.object({ email: z.string() });
  expect(parseWithZod(form, { schema }).status).toBe("error");
});
