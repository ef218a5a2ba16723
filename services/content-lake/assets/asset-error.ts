import { noSpace } from "@platen/kit";
import { LakeError } from "../errors";

/**
 * A request for an asset that cannot be granted. `type` is a stable word for programs,
 * `description` a sentence for users: the shape in which Sanity's API reports errors and from which
 * `@sanity/client` takes its messages.
 */
export class AssetError extends LakeError {
  constructor(
    status: 400 | 404 | 413 | 416 | 429 | 503 | 507,
    type: string,
    description: string,
    headers: Record<string, string> = {},
  ) {
    super(status, description, { error: { type, description }, statusCode: status }, headers);
  }
}

/** The 400 error for a request that is invalid. */
export const badRequest = (description: string) => new AssetError(400, "badRequest", description);

/** The 404 error for an asset that does not exist. */
export const notFound = (description: string) => new AssetError(404, "notFound", description);

/** The 413 error for an upload of more than `limit` bytes. */
export const tooLarge = (limit: number) =>
  new AssetError(413, "payloadTooLarge", `The file is larger than ${limit / 1024 ** 2} MB.`);

/** The 507 error for an upload that the disk has no room for. */
export const insufficientStorage = () => new AssetError(507, "insufficientStorage", noSpace);

/**
 * The response to a failed request. What is not a {@link LakeError} is our own fault: it is logged
 * and reported as a 500.
 */
export function errorResponse(error: unknown): Response {
  const headers = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
  if (error instanceof LakeError) {
    return Response.json(error.body, {
      status: error.status,
      headers: { ...headers, ...error.headers },
    });
  }
  console.error("A request for an asset failed:", error);
  const description = "An unexpected error occurred";
  return Response.json(
    { error: { type: "internalServerError", description }, statusCode: 500 },
    { status: 500, headers },
  );
}
