import { Box, Button, Flex } from "@sanity/ui";
import { useSyncExternalStore } from "react";
import { useSchema, type Schema } from "sanity";
import { titleOf } from "../../schemas/content-check/finding";
import { connection } from "./connection";
import { useDelay } from "./outage";
import { NoticeBar } from "../notice-bar";
import { unsavedDocuments } from "../unsaved/unsaved";
import { copyOf } from "../unsaved/plain-text-copy";

const subscribeToNetwork = (changed: () => void) => {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
};

const keepWriting =
  "Keep writing, and keep this window open: your changes stay here, and are saved as soon as";

/**
 * While edits cannot be saved, shows why, and that they are not lost. Forms keep working in the
 * meantime.
 *
 * @param isExcluded whether another notice says that the lake refuses the user: it is more exact
 */
export function ConnectionNotice({ isExcluded }: { isExcluded: boolean }) {
  const delay = useDelay();
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  const schema = useSchema();

  if (!delay || (isExcluded && delay.reason === null)) return null;
  const { title, description } = wordsFor(delay.reason, isOnline, delay.isStuck === true, schema);
  return (
    <NoticeBar role="alert" tone={delay.isStuck ? "critical" : "caution"} title={title}>
      {description}
    </NoticeBar>
  );
}

function wordsFor(reason: string | null, isOnline: boolean, isStuck: boolean, schema: Schema) {
  // Whatever the site said last, it cannot be reached now.
  if (!isOnline && !isStuck)
    return { title: "You are offline", description: `${keepWriting} you are online again.` };
  if (reason === null)
    return {
      title: "The site is not responding",
      description: `${keepWriting} the site is back.`,
    };
  if (!isStuck)
    return {
      title: "Your changes are not saved yet",
      description: `The site says: “${reason}” ${keepWriting} it can be.`,
    };
  return {
    title: "Your changes could not be saved",
    description: <Stuck reason={reason} schema={schema} />,
  };
}

/**
 * What is kept of edits that the lake did not take for a minute, and what their user can do.
 */
function Stuck({ reason, schema }: { reason: string; schema: Schema }) {
  const names = unsavedDocuments().map((document) => `“${titleOf(document)}”`);

  function download() {
    const text = copyOf(unsavedDocuments(), (type, name) => {
      const document = schema.get(type);
      const fields = document && "fields" in document ? document.fields : [];
      return fields.find((field) => field.name === name)?.type.title ?? name;
    });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    link.download = "Not saved.txt";
    link.click();
    URL.revokeObjectURL(link.href);
  }

  return (
    <>
      {`The site says: “${reason}” What you wrote${names.length > 0 ? ` in ${names.join(" and ")}` : ""} stays in this window while it is open. Try again, or download a copy to be safe.`}
      <Box as="span" marginTop={3} style={{ display: "block" }}>
        <Flex as="span" gap={2}>
          <Button
            fontSize={1}
            padding={2}
            text="Try again"
            onClick={() => connection.edits.tryAgain()}
          />
          <Button fontSize={1} padding={2} mode="ghost" text="Download a copy" onClick={download} />
        </Flex>
      </Box>
    </>
  );
}
