import { Box, Button, Card, Checkbox, Flex, Select, Stack, Text, TextInput } from "@sanity/ui";
import { IntentLink } from "sanity/router";
import { firstNames } from "../first-names";
import { stillUsed, type BulkAction, type BulkRow } from "./bulk-rows";

/** What each action is called, before and after it was done. */
export const actionWords = {
  publish: { verb: "Publish", done: "published", tone: "positive" },
  unpublish: { verb: "Unpublish", done: "unpublished", tone: "default" },
  delete: { verb: "Delete", done: "deleted", tone: "critical" },
} as const;

/** "1 document", "3 documents". */
export const countOfDocuments = (count: number) =>
  count === 1 ? "1 document" : `${count} documents`;

/** Which documents are listed. */
export interface Filter {
  /** A type's name, or "" for all. */
  type: string;
  /** What the title contains. */
  search: string;
}

export function Filters(props: {
  filter: Filter;
  rows: readonly BulkRow[];
  titleOf: (type: string) => string;
  change: (filter: Filter) => void;
}) {
  const { filter, rows, titleOf, change } = props;
  const types = [...new Set(rows.map((row) => row.type))].sort((a, b) =>
    titleOf(a).localeCompare(titleOf(b)),
  );
  return (
    <Flex gap={3} wrap="wrap">
      <Box flex={1} style={{ minWidth: "12rem" }}>
        <Select
          aria-label="Type"
          value={filter.type}
          onChange={(event) => change({ ...filter, type: event.currentTarget.value })}
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
          value={filter.search}
          onChange={(event) => change({ ...filter, search: event.currentTarget.value })}
        />
      </Box>
    </Flex>
  );
}

/** Says which documents an action left as they were, and why. */
export function Refusals({ refusals }: { refusals: readonly string[] }) {
  return (
    <Card tone="caution" border radius={2} padding={3} role="alert">
      <Stack as="ul" space={3}>
        {refusals.map((refusal) => (
          <Text as="li" size={1} key={refusal}>
            {refusal}
          </Text>
        ))}
      </Stack>
    </Card>
  );
}

/** What a bulk action on these documents changes for visitors. */
function consequenceOf(rows: readonly BulkRow[]): string {
  const seen = rows.filter(({ published }) => published).length;
  const all = rows.length === 1 ? "it" : "them";
  if (seen === 0) return `Visitors do not see ${all}.`;
  return `Visitors will no longer see ${seen < rows.length ? `${seen} of them` : all}.`;
}

/** Asks for confirmation before content disappears. */
export function Confirmation(props: {
  action: BulkAction;
  rows: readonly BulkRow[];
  cancel: () => void;
  confirm: () => void;
}) {
  const { verb } = actionWords[props.action];
  const used = stillUsed(props.rows).map(({ title }) => `“${title}”`);
  return (
    <Card tone="critical" border radius={2} padding={3} role="alert">
      <Flex align="center" gap={3} wrap="wrap">
        <Box flex={1}>
          <Text size={1}>
            {`${verb} ${countOfDocuments(props.rows.length)}? ${consequenceOf(props.rows)}`}
            {used.length > 0 &&
              ` ${firstNames(used)} will stay, because other documents refer to ${used.length === 1 ? "it" : "them"}.`}
          </Text>
        </Box>
        <Button text="Cancel" mode="ghost" onClick={props.cancel} />
        <Button text={`Yes, ${verb.toLowerCase()}`} tone="critical" onClick={props.confirm} />
      </Flex>
    </Card>
  );
}

/** A selectable document, with its type and the reason it cannot be published. */
export function Row(props: {
  row: BulkRow;
  typeTitle: string;
  isChosen: boolean;
  disabled: boolean;
  choose: (isChosen: boolean) => void;
}) {
  const { row, typeTitle, isChosen, disabled, choose } = props;
  return (
    <Card as="li" borderBottom padding={3}>
      <Flex align="center" gap={3}>
        <Checkbox
          aria-label={row.title}
          checked={isChosen}
          disabled={disabled}
          onChange={(event) => choose(event.currentTarget.checked)}
        />
        <Stack space={2} flex={1}>
          <IntentLink intent="edit" params={{ id: row.id, type: row.type }}>
            <Text size={1} weight="medium">
              {row.title}
            </Text>
          </IntentLink>
          <Text size={1} muted>
            {[typeTitle, stateOf(row), row.problem].filter(Boolean).join(" · ")}
          </Text>
        </Stack>
      </Flex>
    </Card>
  );
}

const stateOf = ({ draft, published }: BulkRow) =>
  !published ? "Not published" : draft ? "Published, with changes" : "Published";
