import { randomBytes } from "node:crypto";
import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const shape = z.object({
  publishableKey: z.string().startsWith("sb_publishable_"),
  secretKey: z.string().startsWith("sb_secret_"),
  lakeReadToken: z.string().min(32),
  lakeProxyToken: z.string().min(32),
  databasePassword: z.string().min(32),
});

/**
 * The keys by which the processes of one data directory authenticate to each other. They never
 * leave the machine.
 */
export type Secrets = z.infer<typeof shape>;

/**
 * Reads the secrets of a data directory, or creates them at its first start, readable by their
 * owner only.
 *
 * @throws a sentence that names the file when it is damaged.
 */
export async function readSecrets(dataDirectory: string): Promise<Secrets> {
  const file = join(dataDirectory, "secrets.json");
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      return makeSecrets(file);
    throw error;
  }
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    throw new Error(
      `${file} is damaged. Restore it from a backup, or delete it, which signs out all users.`,
    );
  }
}

async function makeSecrets(file: string): Promise<Secrets> {
  const token = () => randomBytes(32).toString("base64url");
  const secrets: Secrets = {
    publishableKey: `sb_publishable_${token()}`,
    secretKey: `sb_secret_${token()}`,
    lakeReadToken: token(),
    lakeProxyToken: token(),
    databasePassword: token(),
  };
  // Written to a temporary file and renamed, so that a crash in between leaves no partial file.
  const handle = await open(`${file}.new`, "w", 0o600);
  await handle.writeFile(`${JSON.stringify(secrets, null, 2)}\n`);
  await handle.sync();
  await handle.close();
  await rename(`${file}.new`, file);
  return secrets;
}
