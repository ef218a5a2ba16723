import {
  Box,
  Button,
  Card,
  Checkbox,
  Container,
  Flex,
  Heading,
  Select,
  Stack,
  Text,
  TextInput,
} from "@sanity/ui";
import { useCallback, useEffect, useState } from "react";
import { useClient, useCurrentUser, useSchema } from "sanity";
import type { LakeDocument } from "../../schemas/content-check";
import {
  actionsFor,
  applies,
  bulkActions,
  bulkRows,
  referrersFirst,
  type BulkAction,
  type BulkRow,
} from "./bulk-rows";
import { Confirmation, documents, Row, words } from "./bulk-parts";
import { everyDocument } from "../every-document";
import { referringTo } from "../used-by";

/**
 * Publishes, unpublishes and deletes several documents. Each is processed separately: a refusal
 * does not stop the others.
 */
export default function BulkActions() {
  const client = useClient({ apiVersion: "2025-02-19" });
  const schema = useSchema();
  const roles = useCurrentUser()?.roles;
  const [rows, setRows] = useState<BulkRow[]>([]);
  const [type, setType] = useState("");
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<BulkAction | null>(null);
  const [status, setStatus] = useState("Reading the documents…");
  const [refusals, setRefusals] = useState<string[]>([]);
  const [isBusy, setBusy] = useState(true);

  const read = useCallback(async () => {
    const found = await client.fetch<LakeDocument[]>(everyDocument, {}, { perspective: "raw" });
    setRows(bulkRows(found));
  }, [client]);
  useEffect(() => {
    read()
      .then(
        () => setStatus("Choose documents, then what to do with them."),
        (error: unknown) => setStatus(reasonOf(error)),
      )
      .finally(() => setBusy(false));
  }, [read]);

  const titleOf = (name: string) => schema.get(name)?.title ?? name;
  const types = [...new Set(rows.map((row) => row.type))].sort((a, b) =>
    titleOf(a).localeCompare(titleOf(b)),
  );
  const shown = rows.filter(
    (row) =>
      (!type || row.type === type) && row.title.toLowerCase().includes(search.trim().toLowerCase()),
  );
  // Documents hidden by a filter are not touched.
  const selected = shown.filter(({ id }) => chosen.has(id));
  const open = (action: BulkAction) => selected.filter((row) => applies(action, row, roles));

  function choose(ids: readonly string[], isChosen: boolean) {
    const next = new Set(chosen);
    for (const id of ids) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    setChosen(next);
    setAsked(null);
  }

  async function perform(action: BulkAction) {
    // Documents that others refer to come last: the others may be gone by then.
    const targets = action === "publish" ? open(action) : referrersFirst(open(action));
    setAsked(null);
    setBusy(true);
    setRefusals([]);
    const refused: string[] = [];
    for (const [index, row] of targets.entries()) {
      setStatus(`${index + 1} of ${targets.length}…`);
      try {
        const used = action === "publish" ? [] : await referringTo(client, row.id);
        if (used.length > 0) {
          const titles = used.map(({ title }) => `“${title}”`).join(", ");
          refused.push(`${row.title} is still used by ${titles}. Take it out there first.`);
        } else {
          await client.action(await actionsFor(client, action, row));
        }
      } catch (error) {
        refused.push(`${row.title}: ${reasonOf(error)}`);
      }
    }
    setStatus(`${documents(targets.length - refused.length)} ${words[action].done}.`);
    setRefusals(refused);
    setChosen(new Set());
    await read().catch((error: unknown) => setStatus(reasonOf(error)));
    setBusy(false);
  }

  return (
    <Box padding={[3, 5]} overflow="auto" height="fill">
      <Container width={2}>
        <Stack space={4}>
          <Stack space={3}>
            <Heading as="h1" size={2}>
              Bulk actions
            </Heading>
            <Text muted size={1} role="status">
              {status}
            </Text>
          </Stack>
          {refusals.length > 0 && (
            <Card tone="caution" border radius={2} padding={3} role="alert">
              <Stack as="ul" space={3}>
                {refusals.map((refusal) => (
                  <Text as="li" size={1} key={refusal}>
                    {refusal}
                  </Text>
                ))}
              </Stack>
            </Card>
          )}
          <Flex gap={3} wrap="wrap">
            <Box flex={1} style={{ minWidth: "12rem" }}>
              <Select
                aria-label="Type"
                value={type}
                onChange={(event) => setType(event.currentTarget.value)}
              >
                <option value="">All types</option>
                {types.map((name) => (
                  <option key={name} value={name}>
                    {titleOf(name)}
                  </option>
                ))}
              </Select>
            </Box>
            <Box flex={2} style={{ minWidth: "12rem" }}>
              <TextInput
                type="search"
                aria-label="Title"
                placeholder="Words in the title"
                value={search}
                onChange={(event) => setSearch(event.currentTarget.value)}
              />
            </Box>
          </Flex>
          <Flex align="center" gap={3} wrap="wrap">
            <Flex as="label" align="center" gap={2} flex={1} style={{ minWidth: "7rem" }}>
              <Checkbox
                checked={shown.length > 0 && selected.length === shown.length}
                indeterminate={selected.length > 0 && selected.length < shown.length}
                disabled={isBusy || shown.length === 0}
                onChange={(event) =>
                  choose(
                    shown.map(({ id }) => id),
                    event.currentTarget.checked,
                  )
                }
              />
              <Text size={1}>
                {selected.length === 0 ? `All ${shown.length}` : `${selected.length} chosen`}
              </Text>
            </Flex>
            {bulkActions.map((action) => (
              <Button
                key={action}
                mode="ghost"
                tone={
                  action === "delete" ? "critical" : action === "publish" ? "positive" : "default"
                }
                text={`${words[action].verb} ${open(action).length}`}
                disabled={isBusy || open(action).length === 0}
                onClick={() => (action === "publish" ? void perform(action) : setAsked(action))}
              />
            ))}
          </Flex>
          {asked && (
            <Confirmation
              action={asked}
              rows={open(asked)}
              cancel={() => setAsked(null)}
              confirm={() => void perform(asked)}
            />
          )}
          <Card border radius={3}>
            <Stack as="ul">
              {shown.map((row) => (
                <Row
                  key={row.id}
                  row={row}
                  typeTitle={titleOf(row.type)}
                  isChosen={chosen.has(row.id)}
                  disabled={isBusy}
                  choose={(isChosen) => choose([row.id], isChosen)}
                />
              ))}
            </Stack>
          </Card>
        </Stack>
      </Container>
    </Box>
  );
}

const reasonOf = (error: unknown) =>
  error instanceof Error ? error.message : "The site is not responding.";
