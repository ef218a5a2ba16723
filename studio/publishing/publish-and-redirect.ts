import { useToast } from "@sanity/ui";
import { useState } from "react";
import { useClient, useSyncState, type DocumentActionComponent } from "sanity";
import { urlChangeOf, publishAndRedirectActions } from "./redirects-of-renamed";

/**
 * Makes the Publish action create a redirect when the page's URL changes: one transaction publishes
 * the document and redirects visitors of the old URL, so that links are never broken. The site
 * reads the redirect in `app/content/redirects/redirects.server.ts`.
 */
export function publishAndRedirect(publish: DocumentActionComponent): DocumentActionComponent {
  const Publish: DocumentActionComponent = (props) => {
    const original = publish(props);
    const client = useClient({ apiVersion: "2025-02-19" });
    const { isSyncing } = useSyncState(props.id, props.type);
    const toast = useToast();
    const [isPublishing, setIsPublishing] = useState(false);
    const { draft, published } = props;
    const urlChange = draft && published && urlChangeOf(published, draft);
    if (!original || !urlChange) return original;

    async function publishRenamed() {
      if (!draft || !urlChange) return;
      setIsPublishing(true);
      try {
        await client.action(await publishAndRedirectActions(client, draft, urlChange));
        toast.push({
          status: "success",
          title: "The document was published",
          description: `Visitors of ${urlChange.from} are sent to ${urlChange.to}.`,
        });
      } catch (error) {
        toast.push({
          status: "error",
          title: "It was not published",
          description: error instanceof Error ? error.message : undefined,
        });
      } finally {
        setIsPublishing(false);
        props.onComplete();
      }
    }

    return {
      ...original,
      disabled: original.disabled || isSyncing || isPublishing,
      title: `Visitors of ${urlChange.from} will be sent to ${urlChange.to}.`,
      onHandle: () => void publishRenamed(),
    };
  };
  Publish.action = "publish";
  return Publish;
}
