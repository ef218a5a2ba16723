/** The driver's settings for a Postgres, besides the URL. */
interface Settings {
  /** Path of a unix socket. */
  path?: string;
  /**
   * TLS without verification of the certificate: hosted databases sign their own.
   * `sslmode=verify-full` demands more.
   */
  ssl?: "require";
}

/**
 * Reads the URL of a Postgres: on a unix socket (`?host=/directory`), on this machine, or
 * elsewhere. Elsewhere the connection is encrypted unless the URL says otherwise
 * (`?sslmode=disable`): passwords and rows crossed networks in cleartext because a pasted URL did
 * not mention it.
 */
export function parseDatabaseUrl(given: string): { connectionUrl: string; settings: Settings } {
  const url = new URL(given);
  const { searchParams, hostname } = url;
  const directory = searchParams.get("host");
  // Remaining query parameters are sent as server settings, and the server has none of that name.
  searchParams.delete("host");
  const connectionUrl = url.href;
  if (directory?.startsWith("/")) {
    return { connectionUrl, settings: { path: `${directory}/.s.PGSQL.5432` } };
  }
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  const isChosen = ["ssl", "sslmode", "sslrootcert"].some((name) => searchParams.has(name));
  return { connectionUrl, settings: isLocal || isChosen ? {} : { ssl: "require" } };
}
