import { expect, test } from "vitest";
import { mailFrame } from "./mail-frame.server";

test("a mail in a frame can leave neither its attribute nor its sandbox", () => {
  const html = mailFrame('<head></head><p>"></iframe><script>1</script>', 'A "mail"');
  expect(html.match(/</g)).toHaveLength(2);
  expect(html.match(/"/g)).toHaveLength(6);
  expect(html).toContain('<iframe sandbox title="A &quot;mail&quot;"');
  expect(html).toContain("default-src 'none'");
});
