import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import type { StoredDocument } from "../assets/asset-store";
import { isRecord, isValidDocumentId } from "../document";
import { limits } from "../limits";
import { excessOf } from "../value-size";
import { DatasetError } from "./dataset-error";

/** A document of a dataset and its location. */
export interface DatasetDocument {
  document: StoredDocument;
  file: string;
  /** From 1 on. */
  line: number;
}

/**
 * Reads all `*.ndjson` files of a directory (or `only` one), in the order of their names, one
 * document a line; empty lines are skipped, as are system documents (`_.…`), which a lake makes
 * itself.
 *
 * Fills in what Sanity's own importer does: `_key` of objects in arrays (derived from their
 * position, so that a second import gives the same) and `_type` of references. `_rev` and
 * `_updatedAt` are left to the lake.
 *
 * @throws DatasetError for a line that is not a document, and for a duplicate id
 */
export async function readDocuments(directory: string, only?: string): Promise<DatasetDocument[]> {
  const all = (await readdir(directory)).filter((name) => name.endsWith(".ndjson")).sort();
  const names = only === undefined ? all : [only];
  if (names.length === 0) throw new DatasetError(`There is no .ndjson file in ${directory}.`);
  const seen = new Map<string, DatasetDocument>();
  for (const file of names) {
    const input = createReadStream(path.join(directory, file), "utf8");
    let line = 0;
    for await (const text of createInterface({ input, crlfDelay: Infinity })) {
      line++;
      if (text.trim() === "") continue;
      const document = parseLine(text.replace(/^\uFEFF/, ""), { file, line });
      if (document._id.startsWith("_.")) continue;
      const first = seen.get(document._id);
      if (first) {
        const reason = `The id "${document._id}" is taken by ${first.file}:${first.line} already.`;
        throw new DatasetError(reason, { file, line });
      }
      seen.set(document._id, { document, file, line });
    }
  }
  return [...seen.values()];
}

function parseLine(text: string, where: { file: string; line: number }): StoredDocument {
  const max = { values: Infinity, depth: limits.requestDepth };
  if (excessOf(Buffer.from(text), max)) {
    throw new DatasetError(`This is nested deeper than ${max.depth} levels.`, where);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatasetError(`This is not JSON: ${reason}`, where);
  }
  if (!isRecord(value)) throw new DatasetError("A document must be a JSON object.", where);
  const { _id, _type } = value;
  if (typeof _id !== "string" || !(isValidDocumentId(_id) || _id.startsWith("_."))) {
    throw new DatasetError(
      'A document needs an "_id" of letters, digits, "_", "-" and ".".',
      where,
    );
  }
  if (typeof _type !== "string" || _type === "") {
    throw new DatasetError(`The document "${_id}" has no "_type".`, where);
  }
  const attributes = completed(value, _id);
  delete attributes._rev;
  delete attributes._updatedAt;
  return { ...attributes, _id, _type };
}

function completed(attributes: Record<string, unknown>, id: string): Record<string, unknown> {
  const complete = (value: unknown, jsonPath: string): unknown => {
    if (Array.isArray(value)) {
      return value.map((item: unknown, index) => {
        const inner = complete(item, `${jsonPath}[${index}]`);
        return isRecord(inner) && inner._key === undefined
          ? { _key: keyOf(`${jsonPath}[${index}]`), ...inner }
          : inner;
      });
    }
    if (!isRecord(value)) return value;
    const object = completedEntries(value, jsonPath);
    return typeof object._ref === "string" && object._type === undefined
      ? { _type: "reference", ...object }
      : object;
  };
  const completedEntries = (object: Record<string, unknown>, jsonPath: string) =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => [name, complete(value, `${jsonPath}.${name}`)]),
    );
  return completedEntries(attributes, id);
}

const keyOf = (jsonPath: string) =>
  createHash("sha256").update(jsonPath).digest("hex").slice(0, 12);
