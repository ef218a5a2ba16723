import { cx } from "class-variance-authority";
import { Container } from "~/ui/container";
import { formatShortDate } from "~/ui/format/format-date";
import { formatNumber } from "~/ui/format/format-number";
import { Icon } from "~/ui/icon";
import { TrimMarks } from "~/ui/print-ornaments";
import { SiteLink } from "~/ui/site-link";
import type { SitemapGroup, SitemapLink } from "./groups";

/** One group of pages: its name and its overview at the left, the pages in columns beside them. */
export function GroupSection({ group }: { group: SitemapGroup }) {
  const { id, title, overview, parts, more } = group;
  const titled = parts.some((part) => part.title);
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="border-t border-line">
      <Container className="relative grid gap-x-16 gap-y-8 py-12 sm:py-16 lg:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]">
        <TrimMarks />
        <div>
          <h2 id={`${id}-title`} className="text-2xl font-semibold tracking-tight">
            {title}
          </h2>
          {overview && (
            <>
              {overview.description && (
                <p className="mt-3 max-w-md text-[0.9375rem] text-muted">{overview.description}</p>
              )}
              <SiteLink
                href={overview.path}
                className="mt-3 inline-flex min-h-8 items-center gap-2 font-semibold text-action underline decoration-action/40 underline-offset-4 transition-colors hover:decoration-action"
              >
                {overview.title}
                {more > 0 && `, with ${formatNumber(more)} more`}
                <Icon name="arrow-right" className="size-4" />
              </SiteLink>
            </>
          )}
        </div>
        <div className={cx("grid gap-x-10 gap-y-9", titled && "sm:grid-cols-2 xl:grid-cols-3")}>
          {parts.map((part) => (
            <div key={part.title}>
              {part.title && <h3 className="mb-2 font-semibold">{part.title}</h3>}
              <ul className={cx("grid gap-x-10", !titled && "sm:grid-cols-2")}>
                {part.links.map((link) => (
                  <li key={link.path} className="border-t border-line">
                    <Entry link={link} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </Container>
    </section>
  );
}

function Entry({ link: { title, path, description, date } }: { link: SitemapLink }) {
  return (
    <SiteLink href={path} className="group block py-2.5">
      <span className="font-medium underline-offset-4 group-hover:text-action group-hover:underline">
        {title}
      </span>
      {description && (
        <span className="mt-0.5 block text-sm leading-snug text-faint">{description}</span>
      )}
      {date && (
        <time
          dateTime={date}
          className="mt-0.5 block font-mono text-[0.8125rem] leading-snug text-faint"
        >
          {formatShortDate(date)}
        </time>
      )}
    </SiteLink>
  );
}
