import { Button, useToast } from "@sanity/ui";
import { useEffect, useRef } from "react";
import {
  useClient,
  useDocumentOperationEvent,
  type DocumentActionComponent,
  type DocumentActionProps,
  type SanityClient,
  type SanityDocument,
} from "sanity";
import { useRouter } from "sanity/router";

/**
 * Offers *Undo* after a deletion. Sanity's Studio closes the form of a deleted document, no list
 * shows it anymore, and its history opened for those only who knew its URL.
 */
export function undoDeletion(remove: DocumentActionComponent): DocumentActionComponent {
  const Delete: DocumentActionComponent = (props) => {
    useUndo(props);
    return remove(props);
  };
  Delete.action = "delete";
  return Delete;
}

function useUndo({ id, type, draft, published }: DocumentActionProps): void {
  const event = useDocumentOperationEvent(id, type);
  const client = useClient({ apiVersion: "2025-02-19" });
  const { navigateIntent } = useRouter();
  const { push: say } = useToast();
  const last = useRef<SanityDocument[]>([]);
  const offered = useRef(event);
  useEffect(() => {
    const existing = [draft, published].filter((version) => version !== null);
    if (existing.length === 0) return;
    if (existing.length >= last.current.length) return void (last.current = existing);
    // A deletion arrives version by version: remembered immediately, only the last one came back.
    const remember = setTimeout(() => (last.current = existing), 2_000);
    return () => clearTimeout(remember);
  }, [draft, published]);
  useEffect(() => {
    const isNew = event !== offered.current;
    offered.current = event;
    if (!isNew || event?.type !== "success" || event.op !== "delete") return;
    const versions = last.current;
    const toast = `deleted-${id}`;
    async function undo() {
      try {
        await createAgain(client, versions);
        navigateIntent("edit", { id, type });
        say({ id: toast, status: "success", title: "It is back", duration: 4_000 });
      } catch (error) {
        say({
          id: toast,
          status: "error",
          title: "It was not restored",
          description: String(error),
        });
      }
    }
    say({
      id: toast,
      status: "info",
      title: "Deleted by mistake?",
      description: <Button mode="ghost" text="Undo" onClick={undo} />,
      closable: true,
      duration: 30_000,
    });
  }, [event, client, id, type, navigateIntent, say]);
}

/** Creates the versions of a document that are not there; the lake gives them a new revision. */
export async function createAgain(
  client: SanityClient,
  versions: readonly SanityDocument[],
): Promise<void> {
  const transaction = client.transaction();
  for (const version of versions) transaction.createIfNotExists(version);
  await transaction.commit();
}
