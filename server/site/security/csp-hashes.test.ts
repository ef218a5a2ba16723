import { expect, test } from "vitest";
import { inlineScriptHashes } from "./csp-hashes";

test("each inline script has its hash in the policy, once", () => {
  const html = `<script>alert(1)</script><script type="module">alert(1)</script><script src="/a.js"></script>`;
  // The example hash of the CSP specification: sha256 of alert(1).
  expect(inlineScriptHashes(html)).toEqual([
    "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='",
  ]);
});

test("a page without inline scripts has no hashes", () => {
  expect(inlineScriptHashes("<p>script</p>")).toEqual([]);
});
