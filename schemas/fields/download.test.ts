import { expect, test } from "vitest";
import { problemsOf } from "../validation/document-check";

const upload = (ending: string) => ({
  _type: "reference",
  _ref: `file-${"a".repeat(40)}-${ending}`,
});

/** The about page's field for the press kit. */
const messageFor = (pressKit: object | undefined) =>
  problemsOf({ _id: "aboutPage", _type: "aboutPage", pressKit })
    .filter(({ path }) => path.startsWith("pressKit"))
    .map(({ message }) => message)
    .join();

test.each([
  ["no press kit", undefined],
  ["a removed file", { _type: "file" }],
  ["a ZIP", { _type: "file", title: "Press kit", asset: upload("zip") }],
  ["a PDF with a description", { title: "Press kit", description: "Logos", asset: upload("pdf") }],
])("%s is fine", (_, pressKit) => {
  expect(messageFor(pressKit)).toBe("");
});

test.each([
  ["a file of another type", { title: "Kit", asset: upload("exe") }, "Upload a ZIP or a PDF"],
  ["a file with a misleading extension", { title: "Kit", asset: upload("notzip") }, "Upload a ZIP"],
  ["a file without a title", { asset: upload("zip") }, "Name the file"],
  ["a title of spaces", { title: " ", asset: upload("zip") }, "Name the file"],
  ["a title without a file", { title: "Press kit" }, "Upload the file, or clear the title"],
])("%s is refused", (_, pressKit, message) => {
  expect(messageFor(pressKit)).toContain(message);
});
