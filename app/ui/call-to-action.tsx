import { Button } from "./button";
import type { ButtonVariants } from "./button-variants";
import { Icon } from "./icon";
import { SiteLink } from "./site-link";

/** A button that an editor wrote, as the queries return it (`callToActionFields`). */
export interface CallToActionLink {
  label: string | null;
  href: string | null;
  event?: string | null;
}

interface CallToActionProps extends ButtonVariants {
  link: CallToActionLink | null | undefined;
  /** The fallback while the editor's button is unfinished, where the page cannot do without one. */
  fallback?: CallToActionLink;
}

/** A button that leads somewhere. One without text or destination is not rendered. */
export function CallToAction({ link, fallback, variant, size }: CallToActionProps) {
  const shown = link?.label && link.href ? link : fallback;
  if (!shown?.label || !shown.href) return null;
  return (
    <Button asChild variant={variant} size={size}>
      <SiteLink href={shown.href} event={shown.event}>
        {shown.label}
        {/^https?:/.test(shown.href) && <Icon name="arrow-up-right" />}
      </SiteLink>
    </Button>
  );
}
