import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readOutbox, type OutboxMail } from "~/dev/outbox.server";
import { pageMeta } from "~/seo/meta";
import { Button } from "~/ui/button";
import { formatDateTime } from "~/ui/format/format-date";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Emails",
    description: "What this site would have sent.",
    path: "/dev/mail",
    index: false,
  });

/** The server lets in only users of this machine. */
export async function loader() {
  const mails = await readOutbox();
  if (!mails) throw new Response(null, { status: 404 });
  return { mails };
}

export default function Mails() {
  const { mails } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-3xl px-5 py-16">
      <h1 className="text-3xl font-semibold">Emails</h1>
      <p className="mt-3 text-muted">
        This site has no mail server (<code>SMTP_URL</code>), so its emails stay here, where only
        this machine can read them.
      </p>
      {mails.length === 0 && <p className="mt-8 text-faint">None yet.</p>}
      <ol className="mt-8 grid gap-6">
        {mails.map((mail) => (
          <li key={mail.id}>
            <Mail {...mail} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Mail({ to, subject, sentAt, text, link }: OutboxMail) {
  return (
    <article className="rounded-md border border-line bg-surface p-5">
      <h2 className="text-lg font-semibold">{subject}</h2>
      <p className="mt-1 text-sm wrap-anywhere text-faint">
        To {to}, <time dateTime={sentAt}>{formatDateTime(sentAt)}</time>
      </p>
      <p className="mt-4 font-mono text-sm wrap-anywhere whitespace-pre-wrap text-muted">{text}</p>
      {link && (
        <Button asChild size="sm" className="mt-4">
          <a href={link}>Open its link</a>
        </Button>
      )}
    </article>
  );
}
