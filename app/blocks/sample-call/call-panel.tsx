import { Suspense } from "react";
import { CopyButton } from "~/ui/code-block";
import { lazyPart } from "~/ui/lazy-component";
import { ShortCode } from "~/ui/short-code";
import { useCodeLanguage } from "~/ui/use-code-language";

// Written from the curl command, in the browser: most visitors never ask for another language.
const CallIn = lazyPart(() => import("./call-in"), ShortCall);

const languages = [
  { id: "curl", label: "cURL" },
  { id: "javascript", label: "JavaScript" },
  { id: "python", label: "Python" },
];

interface CallPanelProps {
  /** What is called: pages with several calls tell them apart by it. */
  title: string | null;
  endpoint: { method: string; path: string } | null;
  /** The call as an editor wrote it, usually with curl. */
  code: string;
  /** Leaves out the choice of a language, where there is no room for it. */
  hasLanguages?: boolean;
}

/** A feature's call in the language that the visitor reads, under its method and path. */
export function CallPanel({ title, endpoint, code, hasLanguages = true }: CallPanelProps) {
  const [language = "curl", choose] = useCodeLanguage();
  const label = `Example call of ${title ?? "the API"}`;
  return (
    <>
      <div className="flex h-12 items-center gap-3 border-b border-line pr-2 pl-4 font-mono text-[0.8125rem] sm:pl-5">
        <span className="font-medium text-cyan">{endpoint?.method}</span>
        <span className="truncate text-paper-2">{endpoint?.path}</span>
        <span className="ml-auto flex items-center">
          {hasLanguages && <Languages chosen={language} choose={choose} />}
          <CopyButton text={code} />
        </span>
      </div>
      {language === "curl" ? (
        <ShortCall code={code} label={label} />
      ) : (
        <Suspense fallback={<ShortCall code={code} label={label} />}>
          <CallIn language={language} code={code} label={label} />
        </Suspense>
      )}
    </>
  );
}

function ShortCall({ code, label }: { code: string; label: string }) {
  return <ShortCode code={code} label={label} wraps className="px-4 py-4 sm:px-5" />;
}

function Languages({ chosen, choose }: { chosen: string; choose: (language: string) => void }) {
  return (
    <span
      role="group"
      aria-label="Language"
      data-noscript="hide"
      data-print="hide"
      className="flex max-sm:hidden"
    >
      {languages.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === chosen}
          onClick={() => choose(id)}
          className="h-8 rounded-md px-2 text-xs text-paper-3 transition-colors hover:text-paper aria-pressed:bg-ink-800 aria-pressed:text-paper"
        >
          {label}
        </button>
      ))}
    </span>
  );
}
