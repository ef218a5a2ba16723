import type { TextPart } from "./words";

/** A text in which the words that were searched for are marked. */
export function MarkedText({ parts }: { parts: readonly TextPart[] }) {
  return (
    <>
      {parts.map(({ text, found }, index) =>
        found ? (
          <mark key={index} className="bg-highlight/10 text-highlight">
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </>
  );
}
