import { Box, Button, Card, Container, Flex, Heading, Spinner, Stack, Text } from "@sanity/ui";
import { useCallback, useEffect, useState } from "react";
import { useClient, useSchema } from "sanity";
import { IntentLink } from "sanity/router";
import {
  checkContent,
  kinds,
  errorKinds,
  type Finding,
  type Kind,
  type LakeDocument,
} from "../schemas/content-check";
import { everyDocument } from "./every-document";
import { localTime } from "./local-time";

/** The whole content at a glance: what is wrong, what is scheduled, what is in draft. */
export default function ContentCheck() {
  const client = useClient({ apiVersion: "2025-02-19" });
  const [findings, setFindings] = useState<Finding[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const check = useCallback(async () => {
    setFindings(null);
    setFailure(null);
    try {
      const documents = await client.fetch<LakeDocument[]>(
        everyDocument,
        {},
        { perspective: "raw" },
      );
      setFindings(checkContent(documents, new Date(), localTime));
    } catch (error) {
      setFailure(error instanceof Error ? error.message : "The lake is not responding.");
    }
  }, [client]);
  useEffect(() => void check(), [check]);

  const wrong = findings?.filter(({ kind }) => errorKinds.has(kind)).length ?? 0;
  return (
    <Box padding={5} overflow="auto" height="fill" sizing="border">
      <Container width={2}>
        <Stack space={5}>
          <Flex align="center" justify="space-between" gap={4}>
            <Stack space={3}>
              <Heading as="h1" size={2}>
                Content check
              </Heading>
              <Text muted size={1} role="status">
                {failure ??
                  (!findings
                    ? "Looking at every document…"
                    : wrong === 0
                      ? "Nothing that is published is wrong."
                      : `${wrong} ${wrong === 1 ? "problem" : "problems"} to fix.`)}
              </Text>
            </Stack>
            <Button mode="ghost" text="Check again" onClick={() => void check()} />
          </Flex>
          {!findings && !failure && <Spinner muted />}
          {findings && (
            <Stack space={3}>
              {kindNames.map((kind) => (
                <Findings
                  key={kind}
                  kind={kind}
                  findings={findings.filter((finding) => finding.kind === kind)}
                />
              ))}
            </Stack>
          )}
        </Stack>
      </Container>
    </Box>
  );
}

const isKind = (name: string): name is Kind => name in kinds;
const kindNames = Object.keys(kinds).filter(isKind);

function Findings({ kind, findings }: { kind: Kind; findings: Finding[] }) {
  const schema = useSchema();
  const tone = findings.length > 0 && errorKinds.has(kind) ? "caution" : "default";
  return (
    <Card as="section" aria-label={kinds[kind]} border radius={3} tone={tone}>
      <Flex padding={4} justify="space-between">
        <Heading as="h2" size={0}>
          {kinds[kind]}
        </Heading>
        <Text size={1} muted>
          {findings.length}
        </Text>
      </Flex>
      <Stack as="ul">
        {findings.map(({ id, type, title, message }, index) => (
          <Card as="li" key={`${id}${index}`} borderTop padding={4} tone="inherit">
            <Stack space={3}>
              <IntentLink intent="edit" params={{ id, type }}>
                <Text size={1} weight="medium">
                  {title === id ? (schema.get(type)?.title ?? title) : title}
                </Text>
              </IntentLink>
              <Text size={1} muted>
                {schema.get(type)?.title ?? type}: {message}
              </Text>
            </Stack>
          </Card>
        ))}
      </Stack>
    </Card>
  );
}
