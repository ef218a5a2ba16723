import type { CustomValidatorResult, ValidationContext } from "@sanity/types";
import { z } from "zod";
import {
  isInternal,
  isThere,
  nothingAt,
  pageAt,
  pathOf,
  pathsOf,
  withoutRedirects,
} from "../links";
import { askLake } from "./unique-among-documents";

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
  return isThere(path, pathsOf(await documentsAt(path, getClient))) || nothingAt(address);
};

/** A `custom` rule for the warning that a redirect begins where visitors see a page, and never follow it. */
export const isFreePath = async (
  path: unknown,
  { getClient }: Partial<Pick<ValidationContext, "getClient">>,
): Promise<CustomValidatorResult> => {
  if (!isInternal(path) || !getClient) return true;
  const found = await documentsAt(path, getClient);
  return isThere(path, pathsOf(withoutRedirects(found))) ? pageAt(path) : true;
};

/** The documents whose address a path may be. */
const documentsAt = async (path: string, getClient: ValidationContext["getClient"]) =>
  documents.parse(
    await askLake(
      getClient({ apiVersion: "2025-02-19" }),
      "*[slug.current == $end || id.current == $end || from == $path]{ _type, slug, id, from }",
      { path, end: path.slice(path.lastIndexOf("/") + 1) },
    ),
  );
