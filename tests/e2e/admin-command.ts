import { execFileSync } from "node:child_process";

type Site = { dataDirectory: string };

/** `npm run admin` while the site runs. */
export function admin({ dataDirectory }: Site, ...parameters: string[]) {
  execFileSync("node", ["server/commands/admin.js", ...parameters], {
    env: { ...process.env, DATA_DIR: dataDirectory },
  });
}

/** Gives a user access to the Studio. */
export function makeEditor(site: Site, email: string) {
  admin(site, "grant", email, "--role", "Editor");
}
