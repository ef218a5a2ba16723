import { useEditor } from "@portabletext/editor";
import { useEffect, useState } from "react";
import type { DocumentActionComponent } from "sanity";
import { handOverTexts } from "./prompt-text";

/** Editors of texts that hold words back: they hand them to the form a moment after the last key. */
const holding = new Set<object>();
const waiting = new Set<() => void>();

/** Whether an editor of texts holds words that no document has yet. */
export const isHandingOver = (): boolean => holding.size > 0;

/** An editor hands over within a second; should one never do so, publishing must not wait for ever. */
const maxMs = 3_000;

/** Stands in each editor of texts, and follows what it holds. */
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
 * Makes the Publish action wait for the words that were typed last. They were left behind in a draft, when somebody
 * clicked in the second after the last key.
 */
export function publishTyped(publish: DocumentActionComponent): DocumentActionComponent {
  const Publish: DocumentActionComponent = (props) => {
    const original = publish(props);
    const [isAsked, setAsked] = useState(false);
    useEffect(() => {
      // While the words are on their way to the lake there is nothing to publish yet.
      if (!isAsked || !original || original.disabled) return;
      setAsked(false);
      original.onHandle?.();
    }, [isAsked, original]);
    if (!original) return null;

    function handle() {
      handOverTexts();
      if (holding.size === 0) return original?.onHandle?.();
      const go = () => setTimeout(() => setAsked(true));
      waiting.add(go);
      setTimeout(() => waiting.delete(go) && go(), maxMs);
    }
    return { ...original, onHandle: handle };
  };
  Publish.action = "publish";
  return Publish;
}
