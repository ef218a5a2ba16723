import { useEditor } from "@portabletext/editor";
import { useEffect, useRef, useState } from "react";
import type { DocumentActionComponent } from "sanity";
import { handOverTexts } from "../typing/prompt-text";
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
 * left behind in a draft when the user clicked within a second of the last key.
 */
export function publishTyped(publish: DocumentActionComponent): DocumentActionComponent {
  const Publish: DocumentActionComponent = (props) => {
    const original = publish(props);
    const [isAsked, setAsked] = useState(false);
    const typedOn = useRef<KeysWhilePublishing | undefined>(undefined);
    const isOver = !props.draft || Boolean(original?.dialog);
    useEffect(() => {
      if (isOver) typedOn.current?.release();
    }, [isOver]);
    useEffect(() => () => typedOn.current?.release(), []);
    useEffect(() => {
      // While the input is in flight to the lake there is nothing to publish yet.
      if (!isAsked || !original || original.disabled) return;
      setAsked(false);
      original.onHandle?.();
    }, [isAsked, original]);
    if (!original) return null;

    function handle() {
      handOverTexts();
      typedOn.current?.release();
      typedOn.current = holdWhilePublishing();
      if (holding.size === 0) return original?.onHandle?.();
      const go = () => setTimeout(() => setAsked(true));
      waiting.add(go);
      setTimeout(() => waiting.delete(go) && go(), maxMilliseconds);
    }
    return { ...original, onHandle: handle };
  };
  Publish.action = "publish";
  return Publish;
}
