import { fileURLToPath } from "node:url";

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * What imports may name besides packages and paths, the same as in tsconfig.json, for Vite and
 * Vitest.
 */
export const alias = [
  { find: "~", replacement: pathOf("app") },
  { find: "@domain", replacement: pathOf("domain") },
  { find: /^@platen\/([\w-]+)$/, replacement: pathOf("services/$1/index.ts") },
  { find: "@platen", replacement: pathOf("services") },
];
