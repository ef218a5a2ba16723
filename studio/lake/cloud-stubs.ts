/**
 * What the Studio requests from Sanity's cloud at every start: paid features, offers, deployments,
 * a dataset of comments, a copy of its schema. The embedded lake has none of it and says so, but
 * each request occupies a connection and the server before the desk shows; and when the response
 * about features is late, the Studio mounts everything a second time.
 */
const absent: [method: string, pattern: RegExp, response: object | null][] = [
  ["GET", /^\/features$/, []],
  ["GET", /^\/projects\/[^/]+\/user-applications$/, []],
  ["GET", /^\/projects\/[^/]+\/datasets\?datasetProfile=/, []],
  ["GET", /^\/journey\//, null],
  ["GET", /^\/help$/, {}],
  ["POST", /^\/descriptors\/claim$/, { synchronization: { type: "complete" } }],
];

interface StubbedRequest {
  method?: string;
  url?: string;
  uri?: string;
}

/** @returns the lake's response, where it is known without a request; undefined otherwise */
export function stubbedResponse({
  method = "GET",
  url,
  uri,
}: StubbedRequest): object | null | undefined {
  return absent.find(([asked, pattern]) => asked === method && pattern.test(uri ?? url ?? ""))?.[2];
}
