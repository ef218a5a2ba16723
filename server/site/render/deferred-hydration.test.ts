import { expect, test } from "vitest";
import { inlineScriptHashes, sourceHash } from "../security/csp-hashes";
import { deferHydration } from "./deferred-hydration";

const page = [
  '<link rel="modulepreload" href="/assets/root.js"/>',
  '<script type="application/ld+json" nonce="">{}</script>',
  '<script nonce="">window.early = true</script>',
  '<script nonce="" type="module" async="">import "/assets/manifest.js";</script>',
].join("");

test("the hydrating module is deferred, and scripts that must run before the first paint are not", () => {
  const html = deferHydration(page);
  expect(html).toContain('<script nonce="">window.early = true</script>');
  expect(html).not.toContain('nonce="" type="module"');
  expect(html).toContain('import "/assets/manifest.js";</script><script>{');
  expect(html).not.toContain('<link rel="modulepreload"');
});

test("the policy allows the deferred module", () => {
  expect(inlineScriptHashes(deferHydration(page))).toContain(
    sourceHash('import "/assets/manifest.js";'),
  );
});

test("a page without scripts is unchanged", () => {
  expect(deferHydration("<h1>Hello</h1>")).toBe("<h1>Hello</h1>");
});
