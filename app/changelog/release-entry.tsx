import { Link } from "@remix-run/react";
import { Badge } from "~/ui/badge";
import { formatDate } from "~/ui/format/format-date";
import { Icon } from "~/ui/icon";
import { ChangeInk, ReleaseBadge } from "./badges";
import { changesByType, type Release } from "./release-changes";
import { codeParts } from "./code-parts";
import { CopyLink } from "./copy-link";

/** One release on the ruler. Its anchor is its version. */
export function ReleaseEntry({ release }: { release: Release }) {
  const { version, date, type, icon, title, description, changes, tags } = release;
  const heading = `${version}-title`;
  return (
    <article id={version} aria-labelledby={heading} className="relative pb-16 sm:pb-20">
      <span className="absolute top-0 -left-12 grid size-9 place-items-center rounded-full border border-line-strong bg-ground sm:-left-20 sm:size-12">
        <Icon name={icon} strokeWidth={1.5} className="text-action" />
      </span>
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2 sm:min-h-12">
        <Link
          to={{ hash: `#${version}` }}
          aria-label={`${version}: link to this release`}
          className="rounded-md font-mono text-2xl leading-none font-semibold tracking-tight decoration-action decoration-2 underline-offset-6 hover:underline"
        >
          {version}
        </Link>
        <ReleaseBadge type={type} />
        <span className="flex items-center gap-1 sm:ml-auto">
          <time dateTime={date} className="font-mono text-[0.8125rem] text-faint">
            {formatDate(date)}
          </time>
          <CopyLink version={version} />
        </span>
      </div>
      <h2 id={heading} className="mt-3 text-[1.75rem] leading-tight font-semibold tracking-tight">
        <span className="sr-only">{version}: </span>
        {title}
      </h2>
      <p className="mt-3 max-w-2xl text-lead text-muted">{description}</p>
      <dl className="mt-7 overflow-hidden rounded-lg border border-line bg-surface">
        {changesByType(changes).map(({ type, changes }) => (
          <div
            key={type}
            className="grid gap-x-6 gap-y-3 border-t border-line px-5 py-5 first:border-t-0 sm:grid-cols-[8.5rem_1fr] sm:px-7 sm:py-6"
          >
            <dt className="flex items-center gap-2.5 self-start text-sm leading-6 font-semibold">
              <ChangeInk type={type} />
              {type}
            </dt>
            <dd className="m-0">
              <ul className="grid gap-3">
                {changes.map(({ _key, text }) => (
                  <li key={_key} className="leading-6 text-muted">
                    {codeParts(text).map((part, index) =>
                      part.code ? (
                        <code key={index} className="font-mono text-[0.9em] text-foreground">
                          {part.text}
                        </code>
                      ) : (
                        part.text
                      ),
                    )}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
      {tags.length > 0 && (
        <ul aria-label="Tags" className="mt-5 flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="flex">
              <Badge>{tag}</Badge>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
