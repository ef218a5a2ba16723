import { readFile } from "node:fs/promises";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";
import { alreadyAsked, open, openUntil } from "./support/visitor";

test("an editor uploads a press kit, and a visitor downloads the same bytes", async ({
  lake,
  studioPage: editor,
  page: visitor,
}) => {
  test.slow();
  const title = "Marks and plates, autumn edition";
  // Not the bytes of the seed, which the lake holds already.
  const bytes = Buffer.concat([
    await readFile("content/files/platen-press-kit.zip"),
    Buffer.from("autumn"),
  ]);
  const name = "autumn kit.zip";

  await studio.open(editor, "company;aboutPage");
  await studio.field(editor, "Title").fill(title);
  await studio.document(editor).getByRole("button", { name: "Open file options menu" }).click();
  const chooser = editor.waitForEvent("filechooser");
  await editor.getByRole("menuitem", { name: "Upload" }).click();
  await (await chooser).setFiles({ name, mimeType: "application/zip", buffer: bytes });
  await expect(studio.document(editor).getByText(name)).toBeVisible();
  await studio.publish(editor);

  await alreadyAsked(visitor);
  const section = visitor.getByRole("region", { name: title });
  await openUntil(visitor, "/about", section);
  const link = section.getByRole("link", { name: "Download ZIP, 4.1 kB" });
  const [download] = await Promise.all([visitor.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toBe(name);
  expect(await readFile(await download.path())).toEqual(bytes);
  expect(await lake.fetch(`*[_id == "aboutPage"][0].pressKit.asset->size`)).toBe(bytes.length);
});

test("an editor turns on the service notice, and visitors see it at once, without Publish", async ({
  lake,
  studioPage: editor,
  page: visitor,
}) => {
  test.slow();
  const text = "The press stands still. We are on it.";
  const bar = visitor.getByRole("complementary", { name: "Service notice" });
  await alreadyAsked(visitor);
  await open(visitor, "/about");
  await expect(bar).toHaveCount(0);

  await studio.open(editor, "notice");
  await studio.field(editor, "Text").fill(text);
  await expect
    .poll(() => lake.fetch('*[_id match "*notice"]{ _id, text }'))
    .toEqual([{ _id: "notice", text }]);
  const publish = studio.document(editor).getByRole("button", { name: "Publish", exact: true });
  await expect(publish).toHaveCount(0);
  await open(visitor, "/about");
  await expect(bar).toHaveCount(0);

  await studio.document(editor).getByLabel("Show it", { exact: true }).click();
  await openUntil(visitor, "/about", bar);
  await expect(bar).toHaveText(text);
  await open(visitor, "/blog");
  await expect(bar).toBeVisible();
  expect(await lake.fetch('*[_id match "*notice"]{ _id, isShown }')).toEqual([
    { _id: "notice", isShown: true },
  ]);
});
