import { arrayBuffer } from "node:stream/consumers";
import { z } from "zod";
import { originalPath } from "../assets/uploads/originals";
import type { StoredDocument } from "../assets/asset-store";
import type { UploadDetails } from "../assets/uploads/upload-details";
import { MutationFailure, httpError } from "../errors";
import type { DatasetLake } from "./dataset-store";
import { DatasetError } from "./dataset-error";

const storedDocument = z.looseObject({ _id: z.string(), _type: z.string() });

const uploadResponse = z.object({ document: storedDocument });

const refusal = z.object({
  message: z.string().optional(),
  error: z
    .object({
      description: z.string(),
      items: z
        .array(z.object({ error: z.looseObject({ type: z.string(), description: z.string() }) }))
        .optional(),
    })
    .optional()
    .catch(undefined),
});

export interface RemoteLakeOptions {
  /** The lake's URL: http://127.0.0.1:<port>/lake */
  url: string;
  dataset: string;
  /** Must be allowed to write for an import. */
  token: string;
  /** The directory of the lake's uploads, on this machine. */
  assetDirectory: string;
}

/**
 * The lake of a running process, for importing and exporting: its documents as they were on
 * connecting, with the changes made through this object.
 *
 * @throws DatasetError when it does not respond
 */
export async function reachLake(options: RemoteLakeOptions): Promise<DatasetLake> {
  const { dataset, assetDirectory } = options;
  const documents = await readAll(options);

  return {
    store: {
      get: (id) => documents.get(id),
      documents: {
        get all() {
          return [...documents.values()];
        },
      },
      async transact(_request, plan) {
        const written = new Map<string, StoredDocument>();
        const deleted = new Set<string>();
        const mutations: Record<string, object>[] = [];
        const put = (operation: "create" | "createOrReplace") => (attributes: unknown) => {
          const document = storedDocument.parse(attributes);
          mutations.push({ [operation]: document });
          written.set(document._id, document);
          return document._id;
        };
        plan({
          get: (id) => written.get(id) ?? documents.get(id),
          create: put("create"),
          createOrReplace: put("createOrReplace"),
          delete(id) {
            mutations.push({ delete: { id } });
            deleted.add(id);
          },
        });
        if (mutations.length === 0) return;
        const body = JSON.stringify({ mutations });
        await ask(options, `data/mutate/${dataset}`, { method: "POST", body });
        for (const [id, document] of written) documents.set(id, document);
        for (const id of deleted) documents.delete(id);
      },
    },
    assets: {
      pathOf: (name) => originalPath(assetDirectory, name),
      async upload({ kind, stream, details }) {
        const query = new URLSearchParams(describing(details));
        const response = await ask(options, `assets/${kind}s/${dataset}?${query}`, {
          method: "POST",
          body: await arrayBuffer(stream),
          headers: { "Content-Type": details.mimeType ?? "application/octet-stream" },
        });
        const { document } = uploadResponse.parse(await response.json());
        documents.set(document._id, document);
        return document;
      },
    },
  };
}

async function readAll(options: RemoteLakeOptions): Promise<Map<string, StoredDocument>> {
  const response = await ask(options, `data/export/${options.dataset}`, {});
  const lines = (await response.text()).split("\n").filter((line) => line !== "");
  const documents = lines.map((line) => storedDocument.parse(JSON.parse(line)));
  return new Map(documents.map((document) => [document._id, document]));
}

/** As `readUploadDetails` reads them. */
function describing(details: UploadDetails): [string, string][] {
  const { originalFilename, label, title, description, altText, creditLine, source } = details;
  const texts = {
    filename: originalFilename,
    label,
    title,
    description,
    altText,
    creditLine,
    sourceId: source?.id,
    sourceName: source?.name,
    sourceUrl: source?.url,
  };
  return Object.entries(texts).flatMap(([name, text]) => (text ? [[name, text]] : []));
}

/**
 * Sends a request to the lake; a refusal becomes the error that the lake's own modules would throw.
 */
async function ask(
  { url, token }: RemoteLakeOptions,
  path: string,
  request: RequestInit,
): Promise<Response> {
  const headers = { ...request.headers, Authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/v1/${path}`, { ...request, headers }).catch(() => {
    throw new DatasetError("The content lake is not responding.");
  });
  if (response.ok) return response;
  const { message, error } = refusal.parse(await response.json());
  const [item] = error?.items ?? [];
  if (item) throw new MutationFailure(response.status, item.error);
  const reason = error?.description ?? message ?? response.statusText;
  throw httpError(response.status, response.statusText, reason);
}
