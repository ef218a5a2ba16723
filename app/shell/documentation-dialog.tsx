import { Dialog } from "~/ui/dialog";
import { Icon, type IconName } from "~/ui/icon";
import { SiteLink } from "~/ui/site-link";
import type { SiteSettings } from "./site-settings";

/** The action modal of the Documentation item: where there is something to read. */
export default function DocumentationDialog({
  site,
  open,
  onClose,
}: {
  site: SiteSettings;
  open: boolean;
  onClose: () => void;
}) {
  const places: { icon: IconName; title: string; text: string; href: string | null }[] = [
    {
      icon: "file-code",
      title: "API docs",
      text: "Every endpoint, parameter and response.",
      href: site.links?.apiDocs ?? "/docs#all-features",
    },
    {
      icon: "braces",
      title: "API collection",
      text: "Ready requests for your API client.",
      href: site.links?.apiCollection ?? null,
    },
    {
      icon: "book-open",
      title: "Guides",
      text: "Each feature with an example call.",
      href: "/docs",
    },
  ];
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Documentation"
      description="Choose where to continue reading."
    >
      <ul className="grid gap-2">
        {places
          .filter((place) => place.href)
          .map(({ icon, title, text, href }) => (
            <li key={title}>
              <SiteLink
                href={href}
                onClick={onClose}
                className="flex items-center gap-4 rounded-lg border border-line p-4 transition-colors hover:border-line-strong hover:bg-surface-3"
              >
                <Icon name={icon} strokeWidth={1.5} className="text-action" />
                <span>
                  <span className="block font-semibold">{title}</span>
                  <span className="block text-sm text-muted">{text}</span>
                </span>
              </SiteLink>
            </li>
          ))}
      </ul>
    </Dialog>
  );
}
