import type { ServerResponse } from "node:http";
import sirv from "sirv";

/**
 * Serves the compiled client files and those of public/, in the compressed form that the build left beside them.
 * Hashed files never change; the others are asked for again each time, cheaply, by their ETag.
 */
export function serveStaticFiles(directory: string) {
  return sirv(directory, {
    etag: true,
    gzip: true,
    brotli: true,
    dotfiles: false,
    setHeaders(response: ServerResponse, pathname: string) {
      response.setHeader(
        "Cache-Control",
        pathname.startsWith("/assets/")
          ? "public, max-age=31536000, immutable"
          : "public, max-age=0, must-revalidate",
      );
    },
  });
}
