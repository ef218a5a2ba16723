import { CalendarIcon } from "@sanity/icons/Calendar";
import { Button, Card, Flex, Stack, Text, useToast } from "@sanity/ui";
import { useEffect, useMemo, useState } from "react";
import {
  useClient,
  useSyncState,
  useValidationStatus,
  type DocumentActionComponent,
  type DocumentBadgeComponent,
  type SanityDocument,
} from "sanity";
import { draftIdOf } from "../../schemas/edits/draft-ids";
import {
  applyScheduledEdit,
  scheduledEdit,
  scheduledEditId,
  sharedWithDraft,
  type AppliedEdit,
  type ScheduledEdit,
} from "../../schemas/scheduled-edit";
import { localTime } from "../local-time";
import { ScheduleDialog } from "./schedule-dialog";
import { urlChangeOf } from "./redirects-of-renamed";

const apiVersion = "2025-02-19";

/** The live scheduled edit of a document; null when there is none. */
function useScheduledEdit(publishedId: string): ScheduledEdit | null {
  const client = useClient({ apiVersion });
  const [edit, setEdit] = useState<ScheduledEdit | null>(null);
  const id = scheduledEditId(publishedId);
  useEffect(() => {
    const read = async () => {
      const parsed = scheduledEdit.safeParse(await client.getDocument(id));
      setEdit(parsed.success ? parsed.data : null);
    };
    const listening = client
      .listen("*[_id == $id]", { id }, { visibility: "query", events: ["welcome", "mutation"] })
      .subscribe(() => void read());
    return () => listening.unsubscribe();
  }, [client, id]);
  return edit;
}

/** @returns null for an edit whose content is not a document, as only a script writes it */
function applied(edit: ScheduledEdit, published: SanityDocument | null) {
  try {
    return applyScheduledEdit(edit, published);
  } catch {
    return null;
  }
}

/** What the draft and the edit both change, as a sentence; null when there is nothing. */
function overlapOf(
  merged: AppliedEdit | null,
  published: SanityDocument | null,
  draft: SanityDocument | null,
): string | null {
  const fields = merged && sharedWithDraft(merged, published, draft).join(", ");
  return fields
    ? `The draft changes ${fields} too. When the edit is published, the draft keeps its own words there; publishing the draft later replaces those of the edit.`
    : null;
}

/** Shows under the form that an edit is published later, or why it was not. */
export const ScheduledEditBadge: DocumentBadgeComponent = ({ id, published, draft }) => {
  const edit = useScheduledEdit(id);
  // Not with each letter of the draft: it parses the whole edit.
  const merged = useMemo(() => edit && applied(edit, published), [edit, published]);
  const conflicts = merged?.conflicts ?? [];
  const overlap = useMemo(() => overlapOf(merged, published, draft), [merged, published, draft]);
  if (!edit) return null;
  if (edit.problem) return { label: "Scheduled edit failed", title: edit.problem, color: "danger" };
  const label = `Edit on ${localTime(edit.publishAt)}`;
  if (conflicts.length === 0 && overlap)
    return { label: `${label}: the draft differs`, title: overlap, color: "warning" };
  if (conflicts.length === 0) return { label, title: "Scheduled", color: "primary" };
  // Said only at its time, nobody was there to read it.
  const title = `What was published since has changed ${conflicts.join(", ")} too: the edit will not be published. “Scheduled edit” in the menu takes it up again.`;
  return { label: `${label}: conflict`, title, color: "danger" };
};

/**
 * Schedules the draft of a published document: visitors see the current version until then. The
 * draft becomes the scheduled edit, which the backend publishes
 * (`server/backend/scheduled-edits.ts`), and can be reverted to a draft.
 */
export const ScheduleEdit: DocumentActionComponent = ({
  id,
  type,
  draft,
  published,
  onComplete,
}) => {
  const edit = useScheduledEdit(id);
  const { isSyncing } = useSyncState(id, type);
  const { isValidating, validation } = useValidationStatus(draft?._id ?? id, type, true);
  const [isOpen, setOpen] = useState(false);
  if (!edit && !(draft && published)) return null;

  const close = () => {
    setOpen(false);
    onComplete();
  };
  const isWrong = validation.some(({ level }) => level === "error");
  const urlChange = draft && published && urlChangeOf(published, draft);
  const obstacle = edit
    ? undefined
    : isWrong
      ? "The form shows what keeps this from being published."
      : urlChange
        ? "An edit that changes the URL cannot be scheduled. Publish it yourself."
        : undefined;
  return {
    label: edit ? "Scheduled edit" : "Schedule this edit",
    icon: CalendarIcon,
    title: obstacle,
    disabled: !edit && (isSyncing || isValidating || obstacle !== undefined),
    onHandle: () => setOpen(true),
    dialog: isOpen && {
      type: "dialog",
      header: edit ? "Scheduled edit" : "Schedule this edit",
      onClose: close,
      content: edit ? (
        <Scheduled edit={edit} draft={draft} published={published} done={close} />
      ) : (
        draft && published && <ScheduleDialog draft={draft} published={published} done={close} />
      ),
    },
  };
};
ScheduleEdit.displayName = "ScheduleEdit";

interface ScheduledProps {
  edit: ScheduledEdit;
  draft: SanityDocument | null;
  published: SanityDocument | null;
  done: () => void;
}

function Scheduled({ edit, draft, published, done }: ScheduledProps) {
  const client = useClient({ apiVersion });
  const toast = useToast();
  const merged = useMemo(() => applied(edit, published), [edit, published]);
  const conflicts = merged?.conflicts ?? [];
  // An edit that failed is not published by itself.
  const overlap = edit.problem ? null : overlapOf(merged, published, draft);

  async function editAgain() {
    if (!merged) return;
    try {
      await client
        .transaction()
        .create({ ...merged.document, _id: draftIdOf(edit.document) })
        .delete(edit._id)
        .commit();
    } catch (error) {
      toast.push({ status: "error", title: "It is still scheduled", description: String(error) });
    }
    done();
  }
  return (
    <Stack space={4}>
      {edit.problem && (
        <Card tone="critical" border radius={2} padding={3}>
          <Text size={1}>{`It was not published. ${edit.problem}`}</Text>
        </Card>
      )}
      <Text size={1}>
        {`An edit of this document ${edit.problem ? "was" : "is"} scheduled for ${localTime(edit.publishAt)}.`}
      </Text>
      {conflicts.length > 0 && (
        <Text size={1}>
          {`A version published since then has changed ${conflicts.join(", ")} too. The draft gets the text of this edit: compare the two before you publish.`}
        </Text>
      )}
      {overlap && <Text size={1}>{overlap}</Text>}
      <Text size={1} muted>
        {draft
          ? "There is another draft. Publish or discard that first: then this edit can become the draft again."
          : "Editing it again takes it off the schedule. What is published in the meantime stays in the draft."}
      </Text>
      <Flex justify="flex-end">
        <Button
          text="Edit it again"
          tone="primary"
          disabled={draft !== null || !merged}
          onClick={() => void editAgain()}
        />
      </Flex>
    </Stack>
  );
}
