import type { Metadata, User } from "./users";

/**
 * Larger ones would make access tokens, which carry them in every request, too long for HTTP
 * headers.
 */
export const maxMetadataBytes = 4096;

/** The size of metadata as JSON. */
export const bytesOf = (metadata: Metadata) => Buffer.byteLength(JSON.stringify(metadata));

/**
 * A user as their sessions hold them. Clients keep sessions in cookies: with 12 kB of metadata,
 * which an import may have, they exceeded what a server reads of a request's headers, and locked
 * their browser out of every page. `GET /user` has all of it.
 */
export const withoutLargeMetadata = (user: User): User =>
  bytesOf(user.raw_user_meta_data ?? {}) > maxMetadataBytes
    ? { ...user, raw_user_meta_data: {} }
    : user;
