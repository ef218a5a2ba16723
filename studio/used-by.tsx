import { Box, Card, Flex, Spinner, Stack, Text } from "@sanity/ui";
import { useEffect, useState } from "react";
import {
  getPublishedId,
  useClient,
  useSchema,
  type DocumentActionComponent,
  type SanityClient,
  type Schema,
} from "sanity";
import { IntentLink } from "sanity/router";
import type { UserViewComponent } from "sanity/structure";
import { singletonTypes } from "../schemas";

/** A document as lists of links show it. */
export interface NamedDocument {
  _id: string;
  _type: string;
  title: string | null;
}

/** What an editor calls a document: a page of which there is only one has its type's name. */
export function nameOf({ _type, title }: NamedDocument, schema: Schema): string {
  const only = singletonTypes.includes(_type) ? schema.get(_type)?.title : undefined;
  return title ?? only ?? "Untitled";
}

/** Projection for {@link NamedDocument}s. */
export const named = `{ _id, _type, "title": coalesce(title, name, question, heading, version) }`;

const query = `*[references($id)] | order(_type, _id) ${named}`;

/** The documents that refer to one, each once: a draft replaces its document. */
export const referringTo = (client: SanityClient, id: string) =>
  client.fetch<NamedDocument[]>(query, { id }, { perspective: "drafts" });

/** Every document that refers to this one, each a link: what would break when it is deleted. */
export const UsedBy: UserViewComponent = ({ documentId }) => {
  const client = useClient({ apiVersion: "2025-02-19" });
  const [referring, setReferring] = useState<NamedDocument[] | null>(null);
  const id = getPublishedId(documentId);
  useEffect(() => {
    const listening = client
      .listen(query, { id }, { visibility: "query", events: ["welcome", "mutation"] })
      .subscribe(() => void referringTo(client, id).then(setReferring));
    return () => listening.unsubscribe();
  }, [client, id]);

  if (!referring) {
    return (
      <Flex padding={5} justify="center">
        <Spinner muted />
      </Flex>
    );
  }
  return (
    <Box padding={4}>
      <ReferringList referring={referring} />
    </Box>
  );
};

/**
 * Makes an action that removes a document show what still refers to it. Sanity's dialog counts a
 * draft and its document as two, and offers to delete "anyway", which the lake refuses.
 */
export function unlessUsed(original: DocumentActionComponent): DocumentActionComponent {
  const Action: DocumentActionComponent = (props) => {
    const description = original(props);
    const client = useClient({ apiVersion: "2025-02-19" });
    const [referring, setReferring] = useState<NamedDocument[] | null>(null);
    if (!description) return null;

    async function handle() {
      // If the lake is unresponsive, the original says so.
      const found = await referringTo(client, getPublishedId(props.id)).catch(() => []);
      if (found.length === 0) return description?.onHandle?.();
      setReferring(found);
    }
    if (!referring) return { ...description, onHandle: () => void handle() };
    return {
      ...description,
      dialog: {
        type: "dialog",
        header: "It is still used",
        content: (
          <Stack space={4}>
            <Text size={1}>Take it out of these documents first, then try again.</Text>
            <ReferringList referring={referring} />
          </Stack>
        ),
        onClose: () => {
          setReferring(null);
          props.onComplete();
        },
      },
    };
  };
  Action.action = original.action;
  return Action;
}

function ReferringList({ referring }: { referring: readonly NamedDocument[] }) {
  return (
    <Stack space={4}>
      <Text as="h2" size={1} weight="semibold">
        {referring.length === 0
          ? "No document refers to this one."
          : `Used by ${referring.length === 1 ? "one document" : `${referring.length} documents`}`}
      </Text>
      <DocumentLinks documents={referring} />
    </Stack>
  );
}

/**
 * Documents by title and kind, each a link to its form.
 *
 * @param onOpen called in addition when a link is clicked
 */
export function DocumentLinks(props: { documents: readonly NamedDocument[]; onOpen?: () => void }) {
  const { documents, onOpen } = props;
  const schema = useSchema();
  return (
    <Stack as="ul" space={2}>
      {documents.map((document) => (
        <Card as="li" key={document._id} border radius={2} padding={3}>
          <IntentLink
            intent="edit"
            params={{ id: document._id, type: document._type }}
            onClick={onOpen}
          >
            <Text size={1}>{nameOf(document, schema)}</Text>
          </IntentLink>
          <Box marginTop={2}>
            <Text size={1} muted>
              {schema.get(document._type)?.title ?? document._type}
            </Text>
          </Box>
        </Card>
      ))}
    </Stack>
  );
}
