import { Badge } from "~/ui/badge";
import { CodeBlock, type HighlightedCode } from "~/ui/code-block";
import { Tabs } from "~/ui/tabs";
import { useCodeLanguage } from "~/ui/use-code-language";

interface CallExampleProps {
  samples: readonly { id: string; label: string; code: HighlightedCode | null }[];
}

/** The example call, a tab for each language. */
export function CallExample({ samples }: CallExampleProps) {
  const [language, choose] = useCodeLanguage();
  if (samples.length === 0) return null;
  return (
    <section aria-labelledby="request">
      <h2 id="request" className="mb-1 text-lg font-semibold tracking-tight">
        Example request
      </h2>
      <Tabs
        label="Language"
        chosen={language}
        onChoose={choose}
        tabs={samples.map(({ id, label, code }) => ({
          id,
          label,
          panel: code && <CodeBlock code={code} />,
        }))}
      />
    </section>
  );
}

interface ResponseExampleProps {
  response: { status: number | null; description: string | null; example: HighlightedCode | null };
}

/** The response: its status, its meaning, and an example. */
export function ResponseExample({ response }: ResponseExampleProps) {
  const { status, description, example } = response;
  return (
    <section aria-labelledby="response">
      <h2
        id="response"
        className="flex items-center justify-between text-lg font-semibold tracking-tight"
      >
        Response
        {status !== null && (
          <Badge tone={status < 400 ? "good" : "bad"} className="font-mono tracking-normal">
            {status}
          </Badge>
        )}
      </h2>
      {description && <p className="mt-2 text-[0.9375rem] text-muted">{description}</p>}
      {example && <CodeBlock code={example} className="mt-4" />}
    </section>
  );
}
