import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalPath, routePath } from "./canonical-path";

test.each(["/", "/blog", "/blog/", "/assets/app-1.js", "/blog/a%2Fb", "/caf%C3%A9", "/a:b@c"])(
  "%s is canonical",
  (path) => expect(canonicalPath(path)).toBe(path),
);

test.each([
  ["/%62log", "/blog"],
  ["/%62%6C%6f%67", "/blog"],
  ["/blog//", "/blog/"],
  ["/blog///post", "/blog/post"],
  ["/x/../blog", "/blog"],
  ["/x/%2e%2e/blog", "/blog"],
  ["/blog/.", "/blog/"],
  ["/blog\\post", "/blog/post"],
  ["/a%2fb", "/a%2Fb"],
  ["/café", "/caf%C3%A9"],
  ["/..//evil.example", "/evil.example"],
  ["/\t/evil.example", "/evil.example"],
  ["/\r\n/%", "/%"],
  ["/\n\\x:99999999", "/x:99999999"],
])("%s redirects to %s", (path, canonical) => expect(canonicalPath(path)).toBe(canonical));

test("a canonical path is stable, and never names another host", () => {
  const piece = fc.constantFrom(
    "/",
    "\\",
    "..",
    ".",
    "%2e",
    "%2F",
    "%62",
    "é",
    "a",
    "?",
    "%5c",
    "\t",
    ":99999",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const path = canonicalPath(`/a${pieces.join("").replaceAll("?", "")}`);
      expect(canonicalPath(path)).toBe(path);
      expect(path).toMatch(/^\/(?![/\\])/);
    }),
  );
});

test.each([
  ["/", "/"],
  ["/_root.data", "/"],
  ["/login.data", "/login"],
  ["/login/", "/login"],
  ["/%6cogin%2edata", "/login"],
  ["/login//second-factor/", "/login/second-factor"],
  ["/login;x", "/login;x"],
])("%s reaches the route %s", (path, route) => expect(routePath(path)).toBe(route));
