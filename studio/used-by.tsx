import { Box, Card, Flex, Spinner, Stack, Text } from "@sanity/ui";
import { useEffect, useState } from "react";
import { getPublishedId, useClient, useSchema } from "sanity";
import { IntentLink } from "sanity/router";
import type { UserViewComponent } from "sanity/structure";

interface Referring {
  _id: string;
  _type: string;
  title: string;
}

const query = `*[references($id)] | order(_type, _id) {
  _id, _type, "title": coalesce(title, name, question, heading, version, _id)
}`;

/** Every document that refers to this one, each a link: what would break when it goes. */
export const UsedBy: UserViewComponent = ({ documentId }) => {
  const client = useClient({ apiVersion: "2025-02-19" });
  const schema = useSchema();
  const [referring, setReferring] = useState<Referring[] | null>(null);
  const id = getPublishedId(documentId);
  useEffect(() => {
    const listening = client
      .listen(query, { id }, { visibility: "query", events: ["welcome", "mutation"] })
      .subscribe(() => {
        void client.fetch<Referring[]>(query, { id }, { perspective: "drafts" }).then(setReferring);
      });
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
      <Stack space={4}>
        <Text as="h2" size={1} weight="semibold">
          {referring.length === 0
            ? "No document refers to this one."
            : `Used by ${referring.length === 1 ? "one document" : `${referring.length} documents`}`}
        </Text>
        <Stack as="ul" space={2}>
          {referring.map(({ _id, _type, title }) => (
            <Card as="li" key={_id} border radius={2} padding={3}>
              <IntentLink intent="edit" params={{ id: _id, type: _type }}>
                <Text size={1}>{title}</Text>
              </IntentLink>
              <Box marginTop={2}>
                <Text size={1} muted>
                  {schema.get(_type)?.title ?? _type}
                </Text>
              </Box>
            </Card>
          ))}
        </Stack>
      </Stack>
    </Box>
  );
};
