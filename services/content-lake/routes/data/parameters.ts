import { badRequest } from "../../errors";
import type { Parameters } from "../../query/parse";
import type { LakeContext } from "../environment";

/** `?query=`. Throws a LakeError 400 without one. */
export function queryOf(context: LakeContext): string {
  const query = context.req.query("query");
  if (query === undefined) throw badRequest('"query" is required');
  return query;
}

/** `?$name=<JSON>`. Throws a LakeError 400. */
export function parametersOf(context: LakeContext): Parameters {
  const params: Parameters = {};
  for (const [name, value] of Object.entries(context.req.query())) {
    if (!name.startsWith("$")) continue;
    try {
      params[name.slice(1)] = JSON.parse(value);
    } catch {
      throw badRequest(`Parameter "${name.slice(0, 100)}" is not valid JSON`);
    }
  }
  return params;
}

/** Maximum documents that one request names. */
const maxIds = 100;

/** The ids that a path names, each once. Throws a LakeError 400 when there are too many. */
export function idsOf(path: string): string[] {
  const ids = [...new Set(path.split(","))];
  if (ids.length > maxIds) throw badRequest(`One request names ${maxIds} documents at most`);
  return ids;
}
