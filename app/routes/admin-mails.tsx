import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { cx } from "class-variance-authority";
import { useMemo } from "react";
import { z } from "zod";
import { previewIds, previews, readMailPreview } from "@domain/administration/mail-preview.server";
import { readFilter } from "~/account/forms/read-filter.server";
import { requireAdmin } from "~/account/session/guards.server";
import { mailFrame } from "~/admin/mail-frame.server";
import { SectionHead } from "~/admin/section-head";
import { siteSettingsQuery } from "~/content/queries/site-settings";
import { readPublished } from "~/content/reading/read.server";
import { pageMeta } from "~/seo/meta";
import { trustedHtml } from "~/ui/trusted-types";

export { PageError as ErrorBoundary } from "~/admin/admin-error";

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    matches,
    title: "Emails",
    description: "The emails that this site sends.",
    path: "/admin/mails",
    index: false,
  });

const schemes = ["light", "dark"] as const;

const view = z.object({
  mail: z.enum(previewIds).default("signup"),
  scheme: z.enum(schemes).default("light"),
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context.session, request, "mails.read");
  const { mail, scheme } = readFilter(request, view);
  const site = await readPublished(siteSettingsQuery);
  const preview = readMailPreview(mail, scheme, site?.brandName);
  if (!preview) return null;
  const { html, ...rest } = preview;
  return { ...rest, mail, scheme, previews, frame: mailFrame(html, `${rest.name}, ${scheme}`) };
}

const entry =
  "block rounded-md px-3 py-2 text-[0.9375rem] text-muted transition-colors hover:bg-surface-2 hover:text-foreground aria-[current=page]:bg-surface-3 aria-[current=page]:font-medium aria-[current=page]:text-foreground";

export default function AdminMails() {
  const preview = useLoaderData<typeof loader>();
  return (
    <section aria-labelledby="mails">
      <SectionHead
        id="mails"
        title="Emails"
        lead={
          preview
            ? "Every email that this site sends, filled in with sample data."
            : "Your hosted auth service sends the emails of this site. Preview and edit them there."
        }
      />
      {preview && (
        <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 xl:grid-cols-[14rem_minmax(0,1fr)]">
          <nav aria-label="Emails">
            <ul className="flex flex-wrap gap-1 xl:flex-col">
              {preview.previews.map(({ id, name }) => (
                <li key={id}>
                  <Link
                    to={`?mail=${id}&scheme=${preview.scheme}`}
                    aria-current={id === preview.mail ? "page" : undefined}
                    preventScrollReset
                    className={entry}
                  >
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <Preview {...preview} />
        </div>
      )}
    </section>
  );
}

type PreviewProps = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>>;

function Preview({ name, mail, scheme, subject, from, to, text, frame }: PreviewProps) {
  const html = useMemo(() => trustedHtml(frame), [frame]);
  const head = [
    ["Subject", subject],
    ["From", from],
    ["To", to],
  ];
  return (
    <article aria-label={name} className="min-w-0">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 rounded-lg border border-line bg-surface p-5 text-sm">
        {head.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-faint">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <section aria-label="HTML" className="min-w-0">
          <div className="flex min-h-9 items-center justify-between gap-4">
            <h3 className="text-lg font-semibold">HTML</h3>
            <ul aria-label="Color scheme" className="flex gap-1">
              {schemes.map((each) => (
                <li key={each}>
                  <Link
                    to={`?mail=${mail}&scheme=${each}`}
                    aria-current={each === scheme ? "page" : undefined}
                    preventScrollReset
                    className={cx(entry, "py-1.5 text-sm capitalize")}
                  >
                    {each}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
          <div
            className="mt-3 overflow-hidden rounded-lg border border-line"
            dangerouslySetInnerHTML={{ __html: html }}
          />
        </section>
        <section aria-label="Plain text" className="min-w-0">
          <h3 className="flex min-h-9 items-center text-lg font-semibold">Plain text</h3>
          <p className="mt-3 rounded-lg border border-line bg-surface p-5 font-mono text-[0.8125rem] leading-relaxed wrap-anywhere whitespace-pre-wrap text-muted">
            {text}
          </p>
        </section>
      </div>
    </article>
  );
}
