import type { CustomValidatorResult, ValidationContext } from "@sanity/types";
import { z } from "zod";
import {
  isInternal,
  pathExists,
  notFoundMessage,
  pageAt,
  pathOf,
  pathsOf,
  withoutRedirects,
} from "../paths/links";
import { askLake } from "./unique-among-documents";

const documents = z.array(z.looseObject({ _type: z.string() }));

/**
 * A `custom` rule that warns when visitors would find nothing at a path of this site. Drafts count
 * as existing: they are written together with the link to them.
 */
export const resolves = async (
  href: unknown,
  { getClient }: Partial<Pick<ValidationContext, "getClient">>,
): Promise<CustomValidatorResult> => {
  if (!isInternal(href) || !getClient) return true;
  const path = pathOf(href);
  return pathExists(path, pathsOf(await documentsAt(path, getClient))) || notFoundMessage(href);
};

/**
 * A `custom` rule that warns when a redirect starts at an existing page, where it has no effect.
 */
export const isFreePath = async (
  path: unknown,
  { getClient }: Partial<Pick<ValidationContext, "getClient">>,
): Promise<CustomValidatorResult> => {
  if (!isInternal(path) || !getClient) return true;
  const found = await documentsAt(path, getClient);
  return pathExists(path, pathsOf(withoutRedirects(found))) ? pageAt(path) : true;
};

/** The documents that a path may belong to. */
const documentsAt = async (path: string, getClient: ValidationContext["getClient"]) =>
  documents.parse(
    await askLake(
      getClient({ apiVersion: "2025-02-19" }),
      "*[slug.current == $end || id.current == $end || from == $path]{ _type, slug, id, from }",
      { path, end: path.slice(path.lastIndexOf("/") + 1) },
    ),
  );
