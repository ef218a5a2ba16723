import { z } from "zod";
import type { AuthService } from "@platen/auth";
import { parseAccounts, TransferError } from "@platen/auth/transfer";
import { safeEqual } from "@platen/kit";
import { DatabaseError } from "@platen/postgres/database";

/**
 * The path of what the backend does for commands on this machine and the services' own protocols do
 * not offer.
 */
export const commandPath = "/commands/";

export interface CommandServices {
  /** Null when the accounts are hosted. */
  auth: AuthService | null;
  /** Copies the database into a directory that does not exist yet; throws a sentence. */
  copyDatabase: (target: string) => Promise<void>;
}

/**
 * Serves commands that send the key: `POST copy-database`, and of the accounts, if they are
 * embedded, `POST rotate-keys`, `GET accounts` and `POST accounts`. Errors are returned as a
 * sentence.
 */
export function createBackendCommands({ auth, copyDatabase }: CommandServices, key: string) {
  return async (request: Request): Promise<Response> => {
    if (!knowsKey(request, key)) return new Response("Forbidden\n", { status: 403 });
    const command = new URL(request.url).pathname.slice(commandPath.length);
    const asked = `${request.method} ${command}`;
    if (asked === "POST copy-database") return copyTo(await request.text(), copyDatabase);
    if (!auth) return new Response("Not found\n", { status: 404 });
    switch (asked) {
      case "POST rotate-keys":
        await auth.rotateSigningKey();
        return new Response(null, { status: 204 });
      case "GET accounts":
        return new Response(streamOf(auth.exportAccounts()));
      case "POST accounts":
        return importInto(auth, await request.text());
      default:
        return new Response("Not found\n", { status: 404 });
    }
  };
}

async function copyTo(
  target: string,
  copyDatabase: CommandServices["copyDatabase"],
): Promise<Response> {
  try {
    await copyDatabase(target);
    return new Response(null, { status: 204 });
  } catch (error) {
    return new Response(error instanceof Error ? error.message : String(error), { status: 422 });
  }
}

function streamOf(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}

async function importInto(auth: AuthService, text: string): Promise<Response> {
  try {
    return Response.json(await auth.importAccounts(parseAccounts(text)));
  } catch (error) {
    if (!(error instanceof TransferError || error instanceof DatabaseError)) throw error;
    return new Response(error.message, { status: 422 });
  }
}

function knowsKey(request: Request, key: string): boolean {
  return safeEqual(request.headers.get("authorization") ?? "", `Bearer ${key}`);
}

const connectionSchema = z.object({ BACKEND_URL: z.string(), BACKEND_KEY: z.string() });

/**
 * Sends a command to a backend.
 *
 * @param variables of the backend, as it reported them to the launcher
 * @throws the sentence that the backend returns when it refuses.
 */
export async function askBackend(
  variables: Record<string, string | undefined>,
  method: "GET" | "POST",
  command: string,
  body?: string,
): Promise<Response> {
  const { BACKEND_URL, BACKEND_KEY } = connectionSchema.parse(variables);
  const response = await fetch(`${BACKEND_URL}${commandPath}${command}`, {
    method,
    headers: { Authorization: `Bearer ${BACKEND_KEY}` },
    ...(body !== undefined && { body }),
  });
  if (response.ok) return response;
  throw new Error((await response.text()) || response.statusText);
}

/** Has a backend copy its database; see {@link CommandServices}. */
export const copyDatabaseOf =
  (variables: Record<string, string | undefined>) =>
  async (target: string): Promise<void> =>
    void (await askBackend(variables, "POST", "copy-database", target));
