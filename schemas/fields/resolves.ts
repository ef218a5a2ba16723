import type { CustomValidatorResult, ValidationContext } from "@sanity/types";
import { z } from "zod";
import { isInternal, isThere, nothingAt, pathOf, pathsOf } from "../links";
import { askLake } from "./others";

const documents = z.array(z.looseObject({ _type: z.string() }));

/**
 * A `custom` rule for the warning that visitors of an address of this site would find nothing. What is in draft counts
 * as there: it is written together with the link to it.
 */
export const resolves = async (
  address: unknown,
  { getClient }: Partial<Pick<ValidationContext, "getClient">>,
): Promise<CustomValidatorResult> => {
  if (!isInternal(address) || !getClient) return true;
  const path = pathOf(address);
  if (isThere(path, new Set())) return true;
  const found = documents.parse(
    await askLake(
      getClient({ apiVersion: "2025-02-19" }),
      "*[slug.current == $end || id.current == $end || from == $path]{ _type, slug, id, from }",
      { path, end: path.slice(path.lastIndexOf("/") + 1) },
    ),
  );
  return isThere(path, pathsOf(found)) || nothingAt(address);
};
