import { Container } from "~/ui/container";
import { formatShortDate } from "~/ui/format/format-date";
import { TrimMarks } from "~/ui/print-ornaments";
import { TableOfContents } from "~/ui/table-of-contents";
import type { Release } from "./release-changes";
import { ReleaseEntry } from "./release-entry";

const ticks = "repeating-linear-gradient(var(--color-line-strong) 0 1px, transparent 1px 12px)";

/** All releases down a ruler, and the index of their versions. */
export function Timeline({ releases }: { releases: readonly Release[] }) {
  return (
    <div className="border-t border-line">
      <Container className="relative grid gap-x-16 gap-y-12 pt-12 sm:pt-16 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <TrimMarks />
        <TableOfContents
          title="Versions"
          entries={releases.map(({ version, date }) => ({
            id: version,
            text: (
              <span className="flex items-baseline justify-between gap-3">
                <span className="font-mono">{version}</span>
                <span className="text-[0.8125rem] text-faint">{formatShortDate(date)}</span>
              </span>
            ),
          }))}
        />
        <div className="relative max-w-4xl min-w-0 pl-12 sm:pl-20">
          <span
            aria-hidden
            style={{ backgroundImage: ticks }}
            className="absolute inset-y-0 left-[1.125rem] w-2 sm:left-6 border-l border-line-strong"
          />
          <ol>
            {releases.map((release) => (
              <li key={release._id}>
                <ReleaseEntry release={release} />
              </li>
            ))}
          </ol>
        </div>
      </Container>
    </div>
  );
}
