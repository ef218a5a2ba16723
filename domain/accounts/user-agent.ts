const browsers: [RegExp, string][] = [
  [/\bEdgA?(iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/[\d.]+.* Safari\//, "Safari"],
  [/^curl\//, "curl"],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac ?OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/**
 * A browser's readable name: "Firefox on Windows". Each browser also names older ones for
 * compatibility, so that the order decides.
 *
 * @param userAgent the request header of that name (RFC 9110, section 10.1.5), which anyone may
 * forge
 */
export function deviceName(userAgent: string | null): string {
  // Sessions also begin outside the site: a name of the maximum header length would keep the
  // patterns busy for seconds.
  const text = (userAgent ?? "").slice(0, 500);
  const named = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(text))?.[1];
  const browser = named(browsers);
  const system = named(systems);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}

/** Whether it is a handheld device, for the icon beside its name. */
export const isHandheld = (userAgent: string | null): boolean =>
  /\b(iPhone|iPad|Android)\b/.test(userAgent ?? "");
