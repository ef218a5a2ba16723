import { useEditor } from "@portabletext/editor";
import { useToast } from "@sanity/ui";
import { useEffect, useRef, useState, type RefObject } from "react";
import {
  useClient,
  useDocumentStore,
  useValidationStatus,
  type DocumentActionComponent,
  type DocumentActionProps,
} from "sanity";
import { handOverTexts } from "../typing/text/prompt-text";
import { addUnfinishedTags } from "../typing/keys/unfinished-tag";
import { publishAfterLeaving } from "./publish-after-leaving";
import { useIsSettling } from "./settling";
import { unreadableField } from "./unreadable-input";
import { holdWhilePublishing, type KeysWhilePublishing } from "./typed-while-publishing";

/** Rich-text editors that hold back input: they pass it to the form shortly after the last key. */
const holding = new Set<object>();
const waiting = new Set<() => void>();

/** Whether a rich-text editor holds input that no document has yet. */
export const isHandingOver = (): boolean => holding.size > 0;

/**
 * An editor passes its input on within a second; if one never does, publishing must not wait
 * forever.
 */
const maxMilliseconds = 3_000;

/** A Publish that has not begun by then was given up, and must not surprise its user later. */
const maxPendingMilliseconds = 10_000;

/** Rendered in each rich-text editor; tracks what it holds back. */
export function FollowTyping() {
  const editor = useEditor();
  useEffect(() => {
    const release = () => {
      holding.delete(editor);
      if (holding.size > 0) return;
      for (const go of waiting) go();
      waiting.clear();
    };
    const typed = editor.on("patch", () => void holding.add(editor));
    const handedOver = editor.on("mutation", release);
    return () => {
      typed.unsubscribe();
      handedOver.unsubscribe();
      release();
    };
  }, [editor]);
  return null;
}

/**
 * Makes the Publish action wait for the last input, and the next input wait for it. The last was
 * left behind in a draft when the user clicked within a second of the last key. It is carried out
 * even when the user leaves the form meanwhile.
 *
 * It can be chosen as soon as something is typed, and says afterward what is still wrong: a click
 * within half a second of the letter that made a document valid did nothing.
 */
export function publishTyped(publish: DocumentActionComponent): DocumentActionComponent {
  const Publish: DocumentActionComponent = (props) => {
    const original = publish(props);
    const [isAsked, setAsked] = useState(false);
    const { isWrong, isKnown } = useErrors(props);
    // A Publish that is enabled in spite of errors says itself what it needs.
    const isBlocked = isWrong && Boolean(original?.disabled);
    const canBeCorrect = isBlocked && !isKnown;
    const typedOn = useRef<KeysWhilePublishing | undefined>(undefined);
    const pendingUntil = usePending(props);
    const { push: say } = useToast();
    const isOver = !props.draft || Boolean(original?.dialog);
    const wasOver = useRef(isOver);
    useEffect(() => {
      if (isOver) typedOn.current?.release();
      if (isOver && !wasOver.current) pendingUntil.current = 0;
      wasOver.current = isOver;
    }, [isOver, pendingUntil]);
    useEffect(() => () => typedOn.current?.release(), []);
    // While the input is in flight to the lake there is nothing to publish yet.
    const isReady = !canBeCorrect && (isBlocked || !original?.disabled);
    useEffect(() => {
      if (isAsked && isReady && !isOfEarlierInput()) finish();
    });
    if (!original) return null;

    /** Fields with errors count as unreadable, too, until it is known that they have none. */
    function isOfEarlierInput() {
      return !isKnown && unreadableField(props.id) !== undefined;
    }

    function finish() {
      setAsked(false);
      perform();
    }

    function perform() {
      const unreadable = unreadableField(props.id);
      if (!isBlocked && !unreadable) return original?.onHandle?.();
      typedOn.current?.release();
      pendingUntil.current = 0;
      const correct = `Correct “${unreadable}” first: what is in the field is not stored.`;
      say({
        status: "error",
        title: "It was not published",
        description: isBlocked ? original?.title : correct,
      });
    }

    function handle() {
      addUnfinishedTags();
      handOverTexts();
      pendingUntil.current = Date.now() + maxPendingMilliseconds;
      typedOn.current?.release();
      typedOn.current = holdWhilePublishing();
      const go = () => setTimeout(() => setAsked(true));
      if (canBeCorrect || isOfEarlierInput()) return go();
      if (holding.size === 0) return perform();
      waiting.add(go);
      setTimeout(() => waiting.delete(go) && go(), maxMilliseconds);
    }
    const explained = canBeCorrect
      ? { ...original, disabled: isAsked, title: undefined }
      : original;
    return { ...explained, onHandle: handle };
  };
  Publish.action = "publish";
  return Publish;
}

/** Whether the document has errors, and whether that is known of what was typed last. */
function useErrors(props: DocumentActionProps): { isWrong: boolean; isKnown: boolean } {
  const isSettling = useIsSettling(props);
  // By the id of the draft: the published document's own errors are other ones.
  const id = (props.draft ?? props.published)?._id ?? props.id;
  const { validation, isValidating } = useValidationStatus(id, props.type, true);
  const isWrong = validation.some(({ level }) => level === "error");
  return { isWrong, isKnown: !isSettling && !isValidating };
}

/** Publishes a form that is left while its Publish is pending. @returns until when it is */
function usePending({ id, type }: Pick<DocumentActionProps, "id" | "type">): RefObject<number> {
  const pendingUntil = useRef(0);
  const { pair } = useDocumentStore();
  const client = useClient({ apiVersion: "2025-02-19" });
  const { push: say } = useToast();
  const studio = useRef({ pair, client, say });
  useEffect(() => {
    studio.current = { pair, client, say };
  });
  useEffect(
    () => () => {
      const isPending = Date.now() < pendingUntil.current;
      pendingUntil.current = 0;
      if (isPending) publishAfterLeaving(studio.current, { id, type });
    },
    [id, type],
  );
  return pendingUntil;
}
