import { processorTime } from "@platen/kit";
import { expect, test } from "vitest";
import { deviceName, isHandheld } from "./user-agent";

const like = "Mozilla/5.0";
const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [
    `${like} (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0`,
    "Firefox on Windows",
  ],
  [`${like} (X11; Linux x86_64) ${webkit} Chrome/130.0.0.0 Safari/537.36`, "Chrome on Linux"],
  [
    `${like} (X11; Linux x86_64) ${webkit} HeadlessChrome/130.0.0.0 Safari/537.36`,
    "Chrome on Linux",
  ],
  [
    `${like} (Windows NT 10.0) ${webkit} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`,
    "Edge on Windows",
  ],
  [
    `${like} (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/17.6 Safari/605.1.15`,
    "Safari on macOS",
  ],
  [
    `${like} (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Version/18.0 Mobile/15E148 Safari/604.1`,
    "Safari on iPhone",
  ],
  [
    `${like} (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} CriOS/130.0 Mobile/15E148 Safari/604.1`,
    "Chrome on iPhone",
  ],
  [
    `${like} (Linux; Android 10; K) ${webkit} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet on Android",
  ],
  [
    `${like} (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/130.0.0.0 Safari/537.36 OPR/115.0`,
    "Opera on ChromeOS",
  ],
  ["curl/8.5.0", "curl"],
  ["<script>alert(1)</script>", "Unknown device"],
  ["", "Unknown device"],
  [null, "Unknown device"],
])("%s is %s", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

test("a malicious user agent does not take long to parse", () => {
  const started = processorTime();
  expect(deviceName("Version/1 ".repeat(100_000))).toBe("Unknown device");
  expect(processorTime() - started).toBeLessThan(50);
});

test("phones and tablets are mobile devices", () => {
  expect(isHandheld(`${like} (iPad; CPU OS 18_0 like Mac OS X)`)).toBe(true);
  expect(isHandheld(`${like} (X11; Linux x86_64)`)).toBe(false);
});
