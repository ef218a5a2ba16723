import { cx } from "class-variance-authority";
import { Container } from "~/ui/container";
import { Icon } from "~/ui/icon";
import { SiteLink } from "~/ui/site-link";
import type { SiteBarContent } from "./site-settings";

interface SiteBarProps {
  /** What assistive technology calls it. */
  name: "Announcement" | "Service notice";
  content: SiteBarContent | null;
}

/**
 * One line above the navigation of every page, while the editors show it. It scrolls away with the
 * page.
 */
export function SiteBar({ name, content }: SiteBarProps) {
  if (!content?.text) return null;
  const { text, callToAction } = content;
  const isNotice = name === "Service notice";
  return (
    <aside
      aria-label={name}
      data-print="hide"
      data-site-bar
      className={cx(
        "relative z-10 border-b text-sm",
        isNotice ? "border-highlight bg-highlight text-ground" : "border-line bg-surface-2",
      )}
    >
      <Container className="flex flex-wrap items-baseline justify-center gap-x-4 gap-y-1 py-2.5 text-center">
        <p className={cx(isNotice && "font-medium")}>
          {isNotice && (
            <Icon name="triangle-alert" className="mr-2 inline-block size-4 align-[-0.15em]" />
          )}
          {text}
        </p>
        {callToAction?.href && (
          <SiteLink
            href={callToAction.href}
            event={callToAction.event}
            className={cx(
              "font-semibold underline underline-offset-4",
              isNotice
                ? "decoration-ground/50 hover:decoration-ground"
                : "text-action decoration-action/40 hover:decoration-action",
            )}
          >
            {callToAction.label}
          </SiteLink>
        )}
      </Container>
    </aside>
  );
}
