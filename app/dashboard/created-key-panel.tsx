import { useEffect, useRef } from "react";
import { CodeBlock, CopyButton } from "~/ui/code-block";
import { SiteLink } from "~/ui/site-link";
import { textLink } from "~/account/forms/account-card";
import type { FirstCall } from "./first-call.server";

interface MadeKeyPanelProps {
  name: string;
  secret: string;
  call: FirstCall | null;
}

/**
 * A key at the only time its secret can be seen. Takes the focus: this is what the user came for.
 */
export function MadeKeyPanel({ name, secret, call }: MadeKeyPanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), [secret]);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby="made-key"
      className="min-w-0 rounded-lg border border-action/40 bg-action/10 p-5"
    >
      <h2 id="made-key" className="text-[0.9375rem] font-semibold wrap-anywhere">
        The key “{name}” is ready
      </h2>
      <p className="mt-1 text-[0.9375rem] text-muted">
        Copy it now. We keep only its hash, and cannot show it again.
      </p>
      <div className="mt-4 flex items-center gap-2 rounded-lg border border-line-strong bg-ground py-1.5 pr-1.5 pl-4">
        <code className="min-w-0 flex-1 font-mono text-sm break-all">{secret}</code>
        <CopyButton text={secret} label="Copy the key" />
      </div>
      {call && (
        <div className="mt-5">
          <p className="text-[0.9375rem] text-muted">
            Try it:{" "}
            <SiteLink href={call.href} className={textLink}>
              {call.title}
            </SiteLink>
          </p>
          <CodeBlock code={call.code} className="mt-3" />
        </div>
      )}
    </section>
  );
}
