import { expect, test } from "vitest";
import { routeNames } from "./route-patterns";

const module = { default: () => null };
const nameOf = routeNames({
  root: { id: "root", path: "", module },
  home: { id: "home", parentId: "root", index: true, module },
  blog: { id: "blog", parentId: "root", path: "blog", module },
  post: { id: "post", parentId: "root", path: "blog/:slug", module },
  admin: { id: "admin", parentId: "root", module },
  users: { id: "users", parentId: "admin", path: "admin/users", module },
  feed: { id: "feed", parentId: "root", path: "feed.xml", module },
  twin: { id: "twin", parentId: "root", path: "blog/:slug.md", module },
  legal: { id: "legal", parentId: "root", path: ":legalPage", module },
  rest: { id: "rest", parentId: "root", path: "*", module },
});

test.each([
  ["/", "/"],
  ["/_root.data", "/"],
  ["/blog", "/blog"],
  ["/blog/", "/blog"],
  ["/blog/any-post", "/blog/:slug"],
  ["/blog/any-post.data", "/blog/:slug"],
  ["/admin/users", "/admin/users"],
  ["/feed.xml", "/feed.xml"],
  ["/blog/any-post.md", "/blog/:slug.md"],
  ["/blog/any-post-md", "/blog/:slug"],
  ["/feedyxml", "/:legalPage"],
  ["/made/up/by/a/stranger", "*"],
])("%s is %s", (path, name) => expect(nameOf(path)).toBe(name));
