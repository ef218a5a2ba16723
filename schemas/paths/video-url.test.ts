import { expect, test } from "vitest";
import { parseVideoUrl } from "./video-url";

const youtube = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0";
const vimeo = "https://player.vimeo.com/video/76979871?autoplay=1&dnt=1";

test.each([
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=4s", youtube],
  ["https://youtu.be/dQw4w9WgXcQ", youtube],
  ["https://m.youtube.com/shorts/dQw4w9WgXcQ", youtube],
  ["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ", youtube],
  ["https://vimeo.com/76979871", vimeo],
  ["https://player.vimeo.com/video/76979871?h=1", vimeo],
])("%s is a video", (address, player) => expect(parseVideoUrl(address)?.player).toBe(player));

test.each([
  "http://www.youtube.com/watch?v=dQw4w9WgXcQ",
  "https://www.youtube.com/@someone",
  "https://www.youtube.com/watch",
  "https://youtu.be/..%2Fredirect",
  "https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ",
  "https://vimeo.com/someone",
  "javascript:alert(1)",
  "no address",
  7,
  null,
])("%s is not", (address) => expect(parseVideoUrl(address)).toBeNull());
