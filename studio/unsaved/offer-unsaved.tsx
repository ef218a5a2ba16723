import { Button, Card, Flex, Stack, Text } from "@sanity/ui";
import { useEffect, useMemo, useState } from "react";
import {
  definePlugin,
  getPublishedId,
  isObjectInputProps,
  set,
  unset,
  useCurrentUser,
  useDocumentStore,
  type FormPatch,
  type InputProps,
  type ObjectInputProps,
} from "sanity";
import { isSame, valueAt } from "../../schemas/edits/changes-between";
import { copiesOf, dropCopy, type UnsavedChange, type UnsavedCopy } from "./unsaved-copies";
import { patchOf } from "../typing/text/prompt-text";
import { linesOf } from "./plain-text-copy";

/** A form offers what was typed into it and was not saved when its page was left. */
export const unsavedOffer = definePlugin({
  name: "left-offer",
  form: { components: { input: DocumentInput } },
});

function DocumentInput(props: InputProps) {
  const isDocument = props.id === "root" && isObjectInputProps(props);
  return isDocument ? <OfferedDocument {...props} /> : props.renderDefault(props);
}

function OfferedDocument(props: ObjectInputProps) {
  const { value, readOnly, onChange } = props;
  const userId = useCurrentUser()?.id ?? "";
  const documentId = typeof value?._id === "string" ? getPublishedId(value._id) : "";
  const [copies, setCopies] = useState(new Map<string, UnsavedCopy>());
  useEffect(() => setCopies(copiesOf(documentId, userId)), [documentId, userId]);
  const isLoaded = useLoaded(documentId, props.schemaType.name);
  const left = useMemo(
    () =>
      isLoaded
        ? [...copies].map(([name, { changes }]) => ({ name, changes: missing(value, changes) }))
        : [],
    [copies, value, isLoaded],
  );

  function drop(name: string) {
    dropCopy(name);
    setCopies(copiesOf(documentId, userId));
  }

  // What was sent when the page went has arrived.
  const arrived = left.find(({ changes }) => changes.length === 0)?.name;
  useEffect(() => {
    if (arrived !== undefined) drop(arrived);
  });
  const offered = left.find(({ changes }) => changes.length > 0);

  return (
    <Stack space={5}>
      {offered && !readOnly && (
        <Offer
          changes={offered.changes}
          titleOf={(field) =>
            props.schemaType.fields.find(({ name }) => name === field)?.type.title ?? field
          }
          putBack={() => {
            onChange(offered.changes.map((change) => patchFor(value, change)));
            drop(offered.name);
          }}
          discard={() => drop(offered.name)}
        />
      )}
      {props.renderDefault(props)}
    </Stack>
  );
}

/** Whether the form shows what the lake has: before that, everything seems to be missing. */
function useLoaded(documentId: string, type: string): boolean {
  const { pair } = useDocumentStore();
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (!documentId) return;
    const following = pair.editState(documentId, type).subscribe(({ ready }) => setLoaded(ready));
    return () => following.unsubscribe();
  }, [pair, documentId, type]);
  return isLoaded;
}

const missing = (value: unknown, changes: readonly UnsavedChange[]) =>
  changes.filter(({ path, now }) => !isSame(valueAt(value, path) ?? null, now));

/** Puts a change into the form, without what others wrote in the same text since. */
function patchFor(value: unknown, { path, was, now }: UnsavedChange): FormPatch {
  const is = valueAt(value, path) ?? null;
  const last = was.at(-1);
  const isOthers = !was.some((before) => isSame(before, is));
  if (isOthers && typeof is === "string" && typeof last === "string" && typeof now === "string")
    return { ...patchOf({ before: last, text: now }), path };
  return now === null ? unset(path) : set(now, path);
}

/** Enough of a text to recognize its end. */
const maxLength = 120;

interface OfferProps {
  changes: readonly UnsavedChange[];
  titleOf: (field: string) => string;
  putBack: () => void;
  discard: () => void;
}

function Offer({ changes, titleOf, putBack, discard }: OfferProps) {
  return (
    <Card role="alert" tone="caution" border radius={2} padding={4}>
      <Stack space={4}>
        <Text size={1} weight="semibold">
          Your last changes were not saved
        </Text>
        <Text size={1}>They had not reached the site when this page was left.</Text>
        <Stack as="ul" space={3}>
          {changes.map(({ path, now }) => (
            <Text as="li" size={1} key={JSON.stringify(path)}>
              {`${titleOf(String(path[0]))}: ${endOf(linesOf(now).join(" "))}`}
            </Text>
          ))}
        </Stack>
        <Flex gap={2}>
          <Button fontSize={1} padding={3} tone="primary" text="Put it back" onClick={putBack} />
          <Button fontSize={1} padding={3} mode="ghost" text="Discard" onClick={discard} />
        </Flex>
      </Stack>
    </Card>
  );
}

const endOf = (text: string) => {
  if (text === "") return "removed or moved";
  return text.length > maxLength ? `“…${text.slice(-maxLength)}”` : `“${text}”`;
};
