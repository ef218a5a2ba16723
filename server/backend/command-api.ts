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

/**
 * Serves commands that send the secret key: `POST rotate-keys`, `GET accounts`, `POST accounts`.
 * Errors are returned as a sentence.
 */
export function createBackendCommands(auth: AuthService, secretKey: string) {
  return async (request: Request): Promise<Response> => {
    if (!knowsKey(request, secretKey)) return new Response("Forbidden\n", { status: 403 });
    const command = new URL(request.url).pathname.slice(commandPath.length);
    switch (`${request.method} ${command}`) {
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

function knowsKey(request: Request, secretKey: string): boolean {
  return safeEqual(request.headers.get("authorization") ?? "", `Bearer ${secretKey}`);
}

const addressSchema = z.object({ SUPABASE_URL: z.string(), SUPABASE_SECRET_KEY: z.string() });

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
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = addressSchema.parse(variables);
  const response = await fetch(`${SUPABASE_URL}${commandPath}${command}`, {
    method,
    headers: { Authorization: `Bearer ${SUPABASE_SECRET_KEY}` },
    ...(body !== undefined && { body }),
  });
  if (response.ok) return response;
  throw new Error((await response.text()) || response.statusText);
}
