import { ESLint } from "eslint";
import { expect, test } from "vitest";

/* Rules of eslint.config.js that hold a promise of docs/security.md. */

/** The rules on imports and properties, without the types that files have which are not there. */
const eslint = new ESLint({
  ruleFilter: ({ ruleId }) => ruleId.startsWith("no-restricted-"),
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
});

async function messagesOf(code: string, filePath: string): Promise<string[]> {
  const results = await eslint.lintText(code, { filePath });
  return results.flatMap(({ messages }) => messages.map(({ message }) => message));
}

const ofCrypto = (module: string) => [
  `import { timingSafeEqual } from "${module}"; timingSafeEqual(a, b);`,
  `import { timingSafeEqual as same } from "${module}"; same(a, b);`,
  `export { timingSafeEqual } from "${module}";`,
  `import crypto from "${module}"; crypto.timingSafeEqual(a, b);`,
  `import * as crypto from "${module}"; crypto.timingSafeEqual(a, b);`,
  `import crypto from "${module}"; const { timingSafeEqual: same } = crypto; same(a, b);`,
  `const { timingSafeEqual } = await import("${module}"); timingSafeEqual(a, b);`,
];

test.each([...ofCrypto("node:crypto"), ...ofCrypto("crypto")])(
  "secrets are compared in one place: %s",
  async (code) => {
    for (const folder of ["app", "domain", "server", "services", "schemas", "tests/hostile"]) {
      const messages = await messagesOf(code, `${folder}/made-up.ts`);
      expect([folder, messages.join("\n")]).toEqual([
        folder,
        expect.stringContaining("Compare secrets with safeEqual of the kit."),
      ]);
    }
  },
);

test("the place itself, and the rest of the module, may be imported", async () => {
  const comparison = `import { timingSafeEqual } from "node:crypto";\nexport const same = timingSafeEqual;\n`;
  expect(await messagesOf(comparison, "services/kit/safe-equal.ts")).toEqual([]);
  const hash = `import { createHash } from "node:crypto";\nexport const hash = createHash;\n`;
  expect(await messagesOf(hash, "services/made-up.ts")).toEqual([]);
});

test.each(["services", "schemas", "studio"])(
  "%s/ imports nothing of domain/, by path or by name",
  async (folder) => {
    for (const from of ["@domain/plans/plan.server", "../domain/plans/plan.server"]) {
      const code = `export { planOf } from "${from}";\n`;
      expect(await messagesOf(code, `${folder}/made-up.ts`)).toEqual([
        expect.stringContaining(`${folder}/ must not import from domain/`),
      ]);
    }
  },
);
