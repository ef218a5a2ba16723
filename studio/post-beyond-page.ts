import { dataset } from "./environment";

/**
 * Sends edits to the lake in a way that outlasts the page. Nobody gets the response; the browser
 * refuses what is larger than 64 KB.
 *
 * @param lakeAddress the lake's URL
 * @param personId the user of the page: the site refuses the edit once another has signed in
 */
export const postBeyondPage =
  (lakeAddress: string, personId: string | undefined) =>
  (endpoint: "actions" | "mutate", body: object): void => {
    fetch(`${lakeAddress}/v2025-02-19/data/${endpoint}/${dataset}`, {
      method: "POST",
      keepalive: true,
      headers: {
        "Content-Type": "application/json",
        ...(personId === undefined ? {} : { "X-Studio-Person": personId }),
      },
      body: JSON.stringify(body),
    }).catch(() => {});
  };
