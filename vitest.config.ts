import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  test: {
    include: [
      "{app,schemas,server,services,supabase,studio,content}/**/*.test.{ts,tsx}",
      "tests/contract/**/*.test.ts",
    ],
    benchmark: { include: ["tests/bench/**/*.bench.ts"] },
    environment: "node",
    // The default leaves one core free, which on a machine with two is half of the speed.
    maxWorkers: "100%",
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
