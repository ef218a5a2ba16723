import { cx } from "class-variance-authority";
import { useEffect, useMemo, useState } from "react";
import { Icon } from "./icon";
import { trustedHtml } from "./trusted-types";

/** Code as `highlight()` prepares it on the server. */
export interface HighlightedCode {
  /** The code as HTML, escaped, its tokens marked with classes of app.css. */
  html: string;
  /** The code as it goes to the clipboard. */
  code: string;
  language: string;
  filename: string | null;
}

interface CodeBlockProps {
  code: HighlightedCode;
  className?: string;
}

/** Code with its file name or language, and a button that copies it. */
export function CodeBlock({ code, className }: CodeBlockProps) {
  const name = code.filename ?? languageNames[code.language] ?? code.language;
  return (
    <div
      className={cx(
        "overflow-hidden rounded-lg border border-line bg-surface-2 print:break-inside-avoid",
        className,
      )}
    >
      <div className="flex h-11 items-center justify-between gap-4 border-b border-line pr-1.5 pl-4">
        <span className="truncate font-mono text-[0.8125rem] text-faint">{name}</span>
        <CopyButton text={code.code} />
      </div>
      <CodeText code={code} label={`Code: ${name}`} />
    </div>
  );
}

/** The code alone. It scrolls sideways, so the keyboard must reach it. */
function CodeText({ code, label }: { code: HighlightedCode; label: string }) {
  const html = useMemo(() => trustedHtml(code.html), [code.html]);
  return (
    <pre
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={label}
      className="overflow-x-auto p-4 font-mono text-[0.8125rem] leading-[1.75] text-muted -outline-offset-2 sm:p-5"
    >
      <code dangerouslySetInnerHTML={{ __html: html }} />
    </pre>
  );
}

/** Copies a text, and announces it. */
export function CopyButton({
  text,
  label = "Copy the code",
  className,
}: {
  /** The text, or what finds it when the button is pressed. */
  text: string | (() => string);
  label?: string;
  className?: string;
}) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  return (
    <button
      type="button"
      data-noscript="hide"
      data-print="hide"
      aria-label={label}
      // Without permission, and on plain http, there is no clipboard: the code can still be
      // selected.
      onClick={() =>
        navigator.clipboard?.writeText(typeof text === "string" ? text : text()).then(
          () => setCopied(true),
          () => {},
        )
      }
      className={cx(
        "grid size-8 shrink-0 place-items-center rounded-md text-faint transition-colors hover:bg-surface-3 hover:text-foreground",
        className,
      )}
    >
      {copied ? (
        <Icon name="check" className="size-4 text-good" />
      ) : (
        <Icon name="copy" className="size-4" />
      )}
      <span aria-live="polite" className="sr-only">
        {copied ? "Copied" : ""}
      </span>
    </button>
  );
}

const languageNames: Record<string, string> = {
  sh: "Shell",
  bash: "Shell",
  json: "JSON",
  javascript: "JavaScript",
  typescript: "TypeScript",
  python: "Python",
  php: "PHP",
  ruby: "Ruby",
  go: "Go",
  java: "Java",
  csharp: "C#",
  http: "HTTP",
  text: "Text",
};
