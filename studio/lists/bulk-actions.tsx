import { Box, Button, Card, Checkbox, Container, Flex, Heading, Stack, Text } from "@sanity/ui";
import { useState } from "react";
import { useCurrentUser, useSchema } from "sanity";
import { Confirmation, Filters, Refusals, Row, actionWords, type Filter } from "./bulk-parts";
import { applies, bulkActions, type BulkAction, type BulkRow } from "./bulk-rows";
import { useBulkActions } from "./use-bulk-actions";

/**
 * Publishes, unpublishes and deletes several documents. Each is processed separately: a refusal
 * does not stop the others.
 */
export default function BulkActions() {
  const { rows, status, refusals, isBusy, perform, undo } = useBulkActions();
  const schema = useSchema();
  const roles = useCurrentUser()?.roles;
  const [filter, setFilter] = useState<Filter>({ type: "", search: "" });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<BulkAction | null>(null);

  const titleOf = (name: string) => schema.get(name)?.title ?? name;
  const shown = rows.filter((row) => matches(row, filter));
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

  async function confirm(action: BulkAction) {
    setAsked(null);
    setChosen(new Set());
    await perform(action, open(action));
  }

  return (
    <Box padding={[3, 5]} overflow="auto" height="fill" sizing="border">
      <Container width={2}>
        <Stack space={4}>
          <Stack space={3}>
            <Heading as="h1" size={2}>
              Bulk actions
            </Heading>
            <Flex align="center" gap={3}>
              <Text muted size={1} role="status">
                {status}
              </Text>
              {undo && (
                <Button
                  mode="ghost"
                  padding={2}
                  text="Undo"
                  disabled={isBusy}
                  onClick={() => void undo()}
                />
              )}
            </Flex>
          </Stack>
          {refusals.length > 0 && <Refusals refusals={refusals} />}
          <Filters filter={filter} rows={rows} titleOf={titleOf} change={setFilter} />
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
                tone={actionWords[action].tone}
                text={`${actionWords[action].verb} ${open(action).length}`}
                disabled={isBusy || open(action).length === 0}
                onClick={() => (action === "publish" ? void confirm(action) : setAsked(action))}
              />
            ))}
          </Flex>
          {asked && (
            <Confirmation
              action={asked}
              rows={open(asked)}
              cancel={() => setAsked(null)}
              confirm={() => void confirm(asked)}
            />
          )}
          {rows.length > 0 && shown.length === 0 && (
            <Text size={1} muted>
              No document matches.
            </Text>
          )}
          <Card border={shown.length > 0} radius={3}>
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

const matches = (row: BulkRow, { type, search }: Filter) =>
  (!type || row.type === type) && row.title.toLowerCase().includes(search.trim().toLowerCase());
