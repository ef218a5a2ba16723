import { Link } from "@remix-run/react";
import { formatDate } from "~/ui/format/format-date";
import { Icon } from "~/ui/icon";
import { CropMarks, InkBar } from "~/ui/print-ornaments";
import { ReleaseBadge } from "./badges";
import type { Release } from "./release-changes";

/** The newest release as a proof fresh from the press, beside the page's title. */
export function LatestRelease({ release }: { release: Release }) {
  const { version, date, type, title } = release;
  return (
    <div
      className="relative w-full max-w-md justify-self-end p-7 max-lg:max-w-none max-lg:p-0"
      data-print="hide"
    >
      <CropMarks className="max-lg:hidden" />
      <div className="overflow-hidden rounded-lg border border-line-strong bg-surface">
        <InkBar />
        <div className="p-6 sm:p-7">
          <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span className="font-mono text-[0.8125rem] text-faint">Latest release</span>
            <ReleaseBadge type={type} />
          </p>
          <p className="mt-6 font-mono text-[clamp(2.75rem,2rem+3vw,4rem)] leading-none font-semibold tracking-tighter">
            {version}
          </p>
          <p className="mt-4 text-lg font-semibold tracking-tight">{title}</p>
          <p className="mt-1 text-[0.9375rem] text-muted">{formatDate(date)}</p>
        </div>
        <Link
          to={{ hash: `#${version}` }}
          className="flex min-h-13 items-center justify-between border-t border-dashed border-line-strong bg-surface-2 px-6 font-semibold transition-colors hover:bg-surface-3 focus-visible:-outline-offset-2 sm:px-7"
        >
          See what changed
          <Icon name="arrow-down" className="size-5 text-action" />
        </Link>
      </div>
    </div>
  );
}
