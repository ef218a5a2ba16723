import { cx } from "class-variance-authority";
import { Link } from "@remix-run/react";
import type { SiteSettings } from "./site-settings";
import { sizedImage } from "~/ui/urls/image-url";
import { LogoMark } from "~/ui/print-ornaments";
import { useSiteContext } from "~/ui/site-context";

interface LogoProps {
  site: Pick<SiteSettings, "brandName" | "logo">;
  className?: string;
}

/** In px. */
const height = 28;
/** A wider one has the name in it. */
const widestMark = 2;

/** The brand's logo and name, leading home. */
export function Logo({ site, className }: LogoProps) {
  const { images } = useSiteContext();
  const name = site.brandName ?? "Home";
  const logo = images && sizedImage(images, site.logo);
  const isWordmark = logo !== null && logo.width / logo.height > widestMark;
  return (
    <Link
      to="/"
      className={cx(
        "inline-flex min-h-11 items-center gap-2.5 text-lg font-semibold tracking-tight",
        className,
      )}
    >
      {logo ? (
        <img
          src={logo.icon(2 * height)}
          alt={isWordmark ? name : ""}
          width={Math.round((height * logo.width) / logo.height)}
          height={height}
          className="h-7 w-auto max-w-48 object-contain object-left"
        />
      ) : (
        <LogoMark />
      )}
      {!isWordmark && name}
    </Link>
  );
}
