import { dataset } from "../environment";

/**
 * Sends edits to the lake in a way that outlasts the page. Nobody gets the response; the browser
 * refuses what is larger than 64 KB.
 *
 * @param lakeUrl the lake's URL
 * @param userId the user of the page: the site refuses the edit once another has signed in
 */
export const postWithKeepalive =
  (lakeUrl: string, userId: string | undefined) =>
  (endpoint: "actions" | "mutate", body: object): void => {
    fetch(`${lakeUrl}/v2025-02-19/data/${endpoint}/${dataset}`, {
      method: "POST",
      keepalive: true,
      headers: {
        "Content-Type": "application/json",
        ...(userId === undefined ? {} : { "X-Studio-User": userId }),
      },
      body: JSON.stringify(body),
    }).catch(() => {});
  };
