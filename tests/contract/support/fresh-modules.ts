import { vi } from "vitest";

declare global {
  var environmentOfContractTests: NodeJS.ProcessEnv | undefined;
}

/**
 * Each file starts with its own modules and environment, in a process that others have used:
 * only packages stay loaded, which take most of the time.
 */
globalThis.environmentOfContractTests ??= { ...process.env };
for (const name of Object.keys(process.env))
  if (!(name in globalThis.environmentOfContractTests)) Reflect.deleteProperty(process.env, name);
Object.assign(process.env, globalThis.environmentOfContractTests);
vi.resetModules();
