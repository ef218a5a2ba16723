import { request } from "node:http";

/**
 * The status of a page for a visitor of another network than the browser's. All tests of a worker
 * share the browser's: pages that are not there are limited by network, and others may have used
 * that up.
 */
export function statusInOtherNetwork(url: URL): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({
      host: "127.0.0.1",
      port: url.port,
      path: url.pathname,
      headers: { Host: url.host },
      // Only Linux has all of 127.0.0.0/8 on its loopback interface.
      ...(process.platform === "linux" && { localAddress: "127.0.0.9" }),
    })
      .once("response", (response) => {
        response.resume();
        resolve(response.statusCode);
      })
      .once("error", reject)
      .end();
  });
}
