import { Container } from "~/ui/container";
import { SiteLink } from "~/ui/site-link";
import type { SiteSettings } from "./site-settings";

/** One line above every page, while the editors have something to announce. It scrolls away with the page. */
export function Announcement({
  announcement,
}: {
  announcement: NonNullable<SiteSettings["announcement"]>;
}) {
  const { text, callToAction } = announcement;
  if (!text) return null;
  return (
    <aside
      aria-label="Announcement"
      data-print="hide"
      className="relative z-10 border-b border-line bg-ink-850 text-sm"
    >
      <Container className="flex flex-wrap items-baseline justify-center gap-x-4 gap-y-1 py-2.5 text-center">
        <p>{text}</p>
        {callToAction?.href && (
          <SiteLink
            href={callToAction.href}
            event={callToAction.event}
            className="font-semibold text-cyan underline decoration-cyan/40 underline-offset-4 hover:decoration-cyan"
          >
            {callToAction.label}
          </SiteLink>
        )}
      </Container>
    </aside>
  );
}
