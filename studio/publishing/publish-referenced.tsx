import { Stack, Text } from "@sanity/ui";
import { useEffect, useRef, useState } from "react";
import {
  getDraftId,
  getPublishedId,
  useClient,
  type DocumentActionComponent,
  type SanityClient,
} from "sanity";
import { referencesIn } from "../../schemas/paths/links";
import { DocumentLinks, named, type NamedDocument } from "../used-by";

/** The documents that a draft refers to and that are drafts themselves. */
async function unpublishedIn(
  client: Pick<SanityClient, "fetch">,
  draft: object,
): Promise<NamedDocument[]> {
  const referred = new Set(referencesIn(draft).map(({ id }) => id));
  if (referred.size === 0) return [];
  const ids = [...referred].flatMap((id) => [id, getDraftId(id)]);
  const found = await client.fetch<NamedDocument[]>(
    `*[_id in $ids] | order(_type, _id) ${named}`,
    { ids },
    { perspective: "raw" },
  );
  const published = new Set(found.map(({ _id }) => _id));
  return found
    .map((document) => ({ ...document, _id: getPublishedId(document._id) }))
    .filter(({ _id }) => !published.has(_id));
}

/**
 * Makes the Publish action name what must be published first. The form only warns of a reference to
 * a draft, such as an author created inside an article, and the lake then refuses to publish.
 */
export function publishReferenced(publish: DocumentActionComponent): DocumentActionComponent {
  const Publish: DocumentActionComponent = (props) => {
    const original = publish(props);
    const client = useClient({ apiVersion: "2025-02-19" });
    const [isAsking, setAsking] = useState(false);
    const [unpublished, setUnpublished] = useState<NamedDocument[]>([]);
    // What was typed during the request is published as well.
    const latest = useRef(original);
    useEffect(() => {
      latest.current = original;
    });
    if (!original) return null;

    async function handle() {
      setAsking(true);
      // If the lake is unresponsive, publishing says so.
      const found = await unpublishedIn(client, props.draft ?? {}).catch(() => []);
      setAsking(false);
      if (found.length > 0) setUnpublished(found);
      else latest.current?.onHandle?.();
    }
    const close = () => {
      setUnpublished([]);
      props.onComplete();
    };
    return {
      ...original,
      disabled: original.disabled || isAsking,
      onHandle: () => void handle(),
      dialog:
        unpublished.length === 0
          ? original.dialog
          : {
              type: "dialog",
              header: "Publish these first",
              content: (
                <Stack space={4}>
                  <Text size={1}>
                    This document refers to drafts, which visitors do not see yet. Publish them,
                    then publish this one.
                  </Text>
                  <DocumentLinks documents={unpublished} onOpen={close} />
                </Stack>
              ),
              onClose: close,
            },
    };
  };
  Publish.action = "publish";
  return Publish;
}
