import { expect, test } from "vitest";
import { leftOutMessage, pictureInDataUrl, pictureName } from "./pasted-pictures";

test.each([
  ["A quoin key", "https://x.example/a.png", "A quoin key"],
  ["", "https://x.example/pictures/a%20chart.png?w=600", "a chart.png"],
  [" ", "file:///C:/Users/ada/clip_image001.jpg", "clip_image001.jpg"],
  ["", "https://x.example/docs/AD_4nXf", "one without a name"],
  ["", "https://x.example/100%.png", "100%.png"],
  ["", "data:image/png;base64,AAAA", "one without a name"],
])("a picture described as %o at %s is named %s", (alt, address, name) => {
  expect(pictureName(alt, address)).toBe(name);
});

test("the message about pictures that were left out names each", () => {
  expect(leftOutMessage(["a.png"])).toEqual({
    title: "A picture was left out",
    description: "Save it as a file and drop it where it belongs: a.png.",
  });
  expect(leftOutMessage(["a.png", "A quoin key"])).toEqual({
    title: "2 pictures were left out",
    description: "Save each as a file and drop it where it belongs: a.png and A quoin key.",
  });
});

test("a picture in a data: URL is read, and a truncated one is not", async () => {
  const picture = pictureInDataUrl("data:image/png;base64,iVBORw==");
  expect(picture?.type).toBe("image/png");
  expect([...new Uint8Array((await picture?.arrayBuffer()) ?? new ArrayBuffer())]).toEqual([
    0x89, 0x50, 0x4e, 0x47,
  ]);
  expect(pictureInDataUrl("data:image/png;base64,iVBOR")).toBeUndefined();
  expect(pictureInDataUrl("https://x.example/a.png")).toBeUndefined();
});
