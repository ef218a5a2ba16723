import { Button, Flex, Stack, Text, TextInput, useToast } from "@sanity/ui";
import { useEffect, useId, useState, type FormEvent } from "react";
import { useClient, type SanityDocument } from "sanity";
import { scheduledEditId, type ScheduledEdit } from "../../schemas/scheduled-edit";
import { localTime } from "../local-time";
import { focusFirstField } from "../typing/opening/first-field";

interface ScheduleDialogProps {
  draft: SanityDocument;
  published: SanityDocument;
  done: () => void;
}

/** Sets the time at which a draft is published, and makes it the scheduled edit. */
export function ScheduleDialog({ draft, published, done }: ScheduleDialogProps) {
  const client = useClient({ apiVersion: "2025-02-19" });
  const toast = useToast();
  const [time, setTime] = useState("");
  const [problem, setProblem] = useState<string>();
  const problemId = useId();
  // It was on "Close dialog", where Enter closes it.
  useEffect(() => focusFirstField({}), []);

  async function schedule(event: FormEvent) {
    event.preventDefault();
    // An incomplete date has no value.
    if (time === "") return setProblem("Enter the whole date and time.");
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
        title: `The edit will be published on ${localTime(edit.publishAt)}`,
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
        <Text size={1}>
          Until then, visitors see the current version, which this form shows, too. To keep editing
          the scheduled one, choose “Scheduled edit” in the menu, then “Edit it again”.
        </Text>
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
          <Button type="submit" tone="primary" text="Schedule" />
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
