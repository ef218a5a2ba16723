import { expect, test } from "vitest";
import { isPublicStream } from "./lake-purposes";

const stream = "/lake/vX/data/live/events/production";

test.each(["", "?tag=a", "?tag=includeDrafts"])("a live stream%s is public", (query) => {
  expect(isPublicStream(stream + query)).toBe(true);
});

test.each([
  `${stream}?includeDrafts=true`,
  `${stream}?tag=a&include%44rafts=true`,
  `${stream}?INCLUDEDRAFTS`,
  `${stream}?tag=a?&includeDrafts=true`,
  `${stream}/more`,
  "/lake/vX/data/listen/production",
])("%s is not public", (target) => {
  expect(isPublicStream(target)).toBe(false);
});
