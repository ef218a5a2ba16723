import { execFileSync } from "node:child_process";

type Site = { dataDirectory: string };

/** `npm run admin` while the site runs. @returns what it printed */
export const admin = ({ dataDirectory }: Site, ...parameters: string[]): string =>
  execFileSync("node", ["server/commands/run.js", "admin", ...parameters], {
    env: { ...process.env, DATA_DIR: dataDirectory },
    encoding: "utf8",
  });

/** Gives a user access to the Studio. */
export function makeEditor(site: Site, email: string) {
  admin(site, "grant", email, "--role", "Editor");
}

/** Creates a service key as an operator does, in a shell. */
export function makeServiceKey(site: Site): string {
  const output = admin(site, "service-key", "create", "gateway");
  const secret = /^svc_\S+$/m.exec(output)?.[0];
  if (!secret) throw new Error(`No key in: ${output}`);
  return secret;
}
