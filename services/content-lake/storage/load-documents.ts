import type { Database } from "@platen/postgres/database";
import { type Document, isDocument } from "../document";
import { limits } from "../limits";
import { portionsOf } from "./commit-log";
import type { DocumentMemory } from "./document-memory";

/**
 * Reads all documents, in order of their ids, and counts them in `memory`. In portions: the JSON of
 * all at once would need as much memory again as the documents.
 *
 * @throws an Error with a one-sentence message when they are too large for the heap, or when one is
 *   damaged
 */
export async function loadDocuments(
  database: Database,
  memory: DocumentMemory,
): Promise<Document[]> {
  const sizes = await database.query<{ id: string; bytes: number }>(
    "select id, octet_length(body) as bytes from lake.documents order by id",
  );
  const all = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const documents: Document[] = [];
  let read = 0;
  for (const portion of portionsOf(sizes, ({ bytes }) => bytes, limits.loadPortion)) {
    const ids = portion.map(({ id }) => id);
    const rows = await database.query<{ id: string; body: string }>(
      "select id, body from lake.documents where id = any ($1::text[]) order by id",
      [ids],
    );
    const found = rows.map(({ id, body }) => parse(id, body));
    read += portion.reduce((sum, { bytes }) => sum + bytes, 0);
    memory.load(found, read / all);
    for (const document of found) documents.push(document);
  }
  return documents;
}

function parse(id: string, body: string): Document {
  const document: unknown = JSON.parse(body);
  if (!isDocument(document) || document._id !== id) {
    throw new Error(`The content lake's row of document "${id}" is damaged.`);
  }
  return document;
}
