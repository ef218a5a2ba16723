import { cx } from "class-variance-authority";
import type { ReactNode } from "react";

/**
 * The tokens that are colored in short calls, the first kind first: texts, numbers, words of the
 * languages. A grammar for articles is in highlight.server.ts; its HTML would travel twice, in the
 * page and in what hydrates it.
 */
const tokens =
  /(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<constant>\b\d+(?:\.\d+)?\b)|(?<keyword>(?<![\w/.-])(?:curl|const|await|new|import|from|if|throw|return)(?![\w/.-]))|(?<function>\b\w+(?=\())/g;

/**
 * Longer code is no short one: the expression takes time that grows with the square of its length.
 */
const maxColored = 2_000;

/** Code in a few lines, such as an example call: curl, JavaScript, Python or JSON. */
export function ShortCode({
  code,
  label,
  wraps = false,
  className,
}: {
  code: string;
  label: string;
  /** Breaks long lines rather than scrolling. */
  wraps?: boolean;
  className?: string;
}) {
  return (
    <pre
      // It scrolls sideways, so the keyboard must reach it.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={label}
      className={cx(
        "overflow-x-auto font-mono text-[0.8125rem] leading-[1.75] text-muted -outline-offset-2",
        wraps && "whitespace-pre-wrap [overflow-wrap:anywhere]",
        className,
      )}
    >
      <code>{colored(code)}</code>
    </pre>
  );
}

/** The code with its tokens in spans of the classes that app.css colors. */
function colored(code: string): ReactNode[] {
  if (code.length > maxColored) return [code];
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of code.matchAll(tokens)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    parts.push(
      code.slice(end, match.index),
      <span key={match.index} className={`tok-${kind}`}>
        {match[0]}
      </span>,
    );
    end = match.index + match[0].length;
  }
  parts.push(code.slice(end));
  return parts;
}
