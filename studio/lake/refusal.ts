import { ClientError, ServerError } from "@sanity/client";

/** Whether the lake, or a proxy before it, responded with a refusal. */
export const isRefusal = (error: unknown): error is ClientError | ServerError =>
  error instanceof ClientError || error instanceof ServerError;

/** The lake's own sentence for a refusal, without the name of its status. */
export function reasonOf(error: ClientError | ServerError): string {
  const body: unknown = error.response.body;
  const isSaid = typeof body === "object" && body !== null && "message" in body;
  return isSaid && typeof body.message === "string" ? body.message : error.message;
}
