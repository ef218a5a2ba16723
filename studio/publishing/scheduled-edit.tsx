import { CalendarIcon } from "@sanity/icons/Calendar";
import { Button, Card, Flex, Stack, Text, TextInput, useToast } from "@sanity/ui";
import { useEffect, useId, useMemo, useState, type FormEvent } from "react";
import {
  useClient,
  useSyncState,
  useValidationStatus,
  type DocumentActionComponent,
  type DocumentBadgeComponent,
  type SanityDocument,
} from "sanity";
import { draftIdOf } from "../../schemas/draft-ids";
import {
  applyScheduledEdit,
  scheduledEdit,
  scheduledEditId,
  type ScheduledEdit,
} from "../../schemas/scheduled-edit";
import { localTime } from "../local-time";
import { focusFirstField } from "../typing/first-field";
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

/** Shows under the form that an edit is published later, or why it was not. */
export const ScheduledEditBadge: DocumentBadgeComponent = ({ id }) => {
  const edit = useScheduledEdit(id);
  if (!edit) return null;
  return edit.problem
    ? { label: "Edit not published", title: edit.problem, color: "danger" }
    : { label: `Edit on ${localTime(edit.publishAt)}`, title: "Scheduled", color: "primary" };
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
        draft && published && <Schedule draft={draft} published={published} done={close} />
      ),
    },
  };
};
ScheduleEdit.displayName = "ScheduleEdit";

function Schedule(props: { draft: SanityDocument; published: SanityDocument; done: () => void }) {
  const { draft, published, done } = props;
  const client = useClient({ apiVersion });
  const toast = useToast();
  const [time, setTime] = useState("");
  const [problem, setProblem] = useState<string>();
  const problemId = useId();
  // It was on "Close dialog", where Enter closes it.
  useEffect(() => focusFirstField({}), []);

  async function schedule(event: FormEvent) {
    event.preventDefault();
    if (new Date(time) <= new Date()) {
      setProblem("This time has passed. Choose a later one, or publish now.");
      return;
    }
    const edit: ScheduledEdit = {
      _id: scheduledEditId(published._id),
      _type: "scheduledEdit",
      document: published._id,
      documentType: published._type,
      baseRevision: published._rev,
      base: JSON.stringify(published),
      publishAt: new Date(time).toISOString(),
      content: JSON.stringify(draft),
    };
    try {
      await client
        .transaction()
        // Changes nothing, and fails when someone has edited the draft since: a deletion alone
        // would lose that edit.
        .patch(draft._id, { ifRevisionID: draft._rev, unset: ["scheduled"] })
        // Fails when someone else has scheduled an edit meanwhile, which would be overwritten.
        .create(edit)
        .delete(draft._id)
        .commit();
      toast.push({
        status: "success",
        title: `It will be published on ${localTime(edit.publishAt)}`,
      });
    } catch (error) {
      toast.push({ status: "error", title: "It was not scheduled", description: String(error) });
    }
    done();
  }
  return (
    // Without the browser's own check, whose message is in its language and not ours.
    <form noValidate onSubmit={(event) => void schedule(event)}>
      <Stack space={4}>
        <Text size={1}>Visitors see the current version until then.</Text>
        <TextInput
          type="datetime-local"
          aria-label="Publish on"
          aria-invalid={problem !== undefined}
          aria-describedby={problemId}
          min={localMinute(new Date())}
          // Without, the year takes six digits, and a date that is typed in one go is not valid.
          max="9999-12-31T23:59"
          value={time}
          onChange={(event) => {
            setTime(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <Text id={problemId} size={1} role="alert">
          {problem}
        </Text>
        <Text size={1} muted>
          {`In this computer’s time zone (${Intl.DateTimeFormat().resolvedOptions().timeZone}).`}
        </Text>
        <Flex justify="flex-end">
          <Button type="submit" tone="primary" text="Schedule" disabled={time === ""} />
        </Flex>
      </Stack>
    </form>
  );
}

/** The value of a local date and time input, to the minute. */
function localMinute(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

interface ScheduledProps {
  edit: ScheduledEdit;
  draft: SanityDocument | null;
  published: SanityDocument | null;
  done: () => void;
}

function Scheduled({ edit, draft, published, done }: ScheduledProps) {
  const client = useClient({ apiVersion });
  const toast = useToast();
  const { document, conflicts } = useMemo(
    () => applyScheduledEdit(edit, published),
    [edit, published],
  );

  async function editAgain() {
    try {
      await client
        .transaction()
        .create({ ...document, _id: draftIdOf(edit.document) })
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
          {`What was published since has changed ${conflicts.join(", ")} too. The draft will have what this edit says there: compare before you publish.`}
        </Text>
      )}
      <Text size={1} muted>
        {draft
          ? "There is another draft. Publish or discard that first: then this edit can become the draft again."
          : "Editing it again takes it off the schedule. What was published since stays in the draft."}
      </Text>
      <Flex justify="flex-end">
        <Button
          text="Edit it again"
          tone="primary"
          disabled={draft !== null}
          onClick={() => void editAgain()}
        />
      </Flex>
    </Stack>
  );
}
