import { Link } from "@remix-run/react";
import { Button } from "~/ui/button";
import { Panel } from "./dashboard-page";

/** New recovery codes, the only time they are shown. */
export function RecoveryCodeSheet({ codes, email }: { codes: readonly string[]; email: string }) {
  const file = `Recovery codes of ${email}\nEach works once, together with your password.\n\n${codes.join("\n")}\n`;
  return (
    <Panel title="Your recovery codes">
      <p role="status" className="text-[0.9375rem] text-muted">
        Keep these where you keep important papers. They are shown{" "}
        <strong className="font-semibold text-foreground">this once</strong>: we store nothing that
        they could be read from. If your phone is lost, one of them lets you in together with your
        password.
      </p>
      <ol
        aria-label="Recovery codes"
        className="mt-5 grid gap-x-8 gap-y-1.5 rounded-lg border border-line bg-ground p-5 font-mono sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="tracking-wide select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="mt-5 flex flex-wrap gap-3" data-print="hide">
        <Button asChild size="sm" variant="outline">
          <a
            download="recovery-codes.txt"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          >
            Download as text
          </a>
        </Button>
        <Button asChild size="sm">
          <Link to="/dashboard/security">I have saved them</Link>
        </Button>
      </div>
    </Panel>
  );
}
