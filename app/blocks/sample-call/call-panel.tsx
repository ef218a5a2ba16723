import { Suspense, useRef } from "react";
import { CopyButton } from "~/ui/code-block";
import { lazyPart } from "~/ui/lazy-component";
import { ShortCode } from "~/ui/short-code";
import { useCodeLanguage } from "~/ui/use-code-language";
import { LanguageChoice } from "./language-choice";

// Written from the curl command, in the browser: most visitors never ask for another language.
const CallIn = lazyPart(() => import("./call-in"), ShortCall);

interface CallPanelProps {
  /** What is called: pages with several calls tell them apart by it. */
  title: string | null;
  endpoint: { method: string; path: string } | null;
  /** The call as an editor wrote it, usually with curl. */
  code: string;
  /** Leaves out the choice of a language, where one beside several calls is enough. */
  hasLanguages?: boolean;
}

/** A feature's call in the language that the visitor reads, under its method and path. */
export function CallPanel({ title, endpoint, code, hasLanguages = true }: CallPanelProps) {
  const [language = "curl"] = useCodeLanguage();
  const shown = useRef<HTMLDivElement>(null);
  const label = `Example call of ${title ?? "the API"}`;
  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 border-b border-line pr-2 pl-4 font-mono text-[0.8125rem] max-sm:pt-1.5 sm:pl-5">
        <span className="font-medium text-action">{endpoint?.method}</span>
        <span className="min-w-0 flex-1 truncate text-muted">{endpoint?.path}</span>
        {hasLanguages && (
          <LanguageChoice className="max-sm:order-last max-sm:-ml-2 max-sm:basis-full max-sm:pb-1.5" />
        )}
        <CopyButton text={() => shown.current?.textContent ?? code} />
      </div>
      <div ref={shown}>
        {language === "curl" ? (
          <ShortCall code={code} label={label} />
        ) : (
          <Suspense fallback={<ShortCall code={code} label={label} />}>
            <CallIn language={language} code={code} label={label} />
          </Suspense>
        )}
      </div>
    </>
  );
}

function ShortCall({ code, label }: { code: string; label: string }) {
  return <ShortCode code={code} label={label} wraps className="px-4 py-4 sm:px-5" />;
}
