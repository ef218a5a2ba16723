/** What the driver is told of a Postgres, beside the address itself. */
interface Settings {
  /** A unix socket. */
  path?: string;
  /** TLS, whoever signed the server's certificate: hosted databases sign their own. `sslmode=verify-full` asks for more. */
  ssl?: "require";
}

/**
 * Reads the address of a Postgres: on a unix socket (`?host=/directory`), on this machine, or elsewhere. Elsewhere the
 * connection is encrypted unless the address says otherwise (`?sslmode=disable`): passwords and rows crossed networks in the
 * clear because an address that was pasted said nothing about it.
 */
export function parseDatabaseUrl(given: string): { address: string; settings: Settings } {
  const url = new URL(given);
  const { searchParams, hostname } = url;
  const directory = searchParams.get("host");
  // What stays in the query is a setting to the server, which has none of that name.
  searchParams.delete("host");
  const address = url.href;
  if (directory?.startsWith("/")) {
    return { address, settings: { path: `${directory}/.s.PGSQL.5432` } };
  }
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  const isChosen = ["ssl", "sslmode", "sslrootcert"].some((name) => searchParams.has(name));
  return { address, settings: isLocal || isChosen ? {} : { ssl: "require" } };
}
