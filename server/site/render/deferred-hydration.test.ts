import { expect, test } from "vitest";
import { inlineScriptHashes, sourceHash } from "../security/csp-hashes";
import { deferHydration } from "./deferred-hydration";

const page = [
  '<link rel="modulepreload" href="/assets/root.js"/>',
  '<script type="application/ld+json" nonce="">{}</script>',
  '<script nonce="">window.early = true</script>',
  '<script nonce="" type="module" async="">import "/assets/manifest.js";</script>',
].join("");

test("the module that begins everything waits, and what must run before the page shows does not", () => {
  const html = deferHydration(page);
  expect(html).toContain('<script nonce="">window.early = true</script>');
  expect(html).not.toContain('nonce="" type="module"');
  expect(html).toContain('import "/assets/manifest.js";</script><script>{');
  expect(html).not.toContain('<link rel="modulepreload"');
});

test("the policy allows the module that is made of what waited", () => {
  expect(inlineScriptHashes(deferHydration(page))).toContain(
    sourceHash('import "/assets/manifest.js";'),
  );
});

test("a page without scripts stays as it is", () => {
  expect(deferHydration("<h1>Hello</h1>")).toBe("<h1>Hello</h1>");
});
