import { Fragment } from "react";
import { useRootData } from "~/document/root-data";
import { RegistrationMark } from "~/ui/print-ornaments";
import { SiteLink } from "~/ui/site-link";
import { JsonLd, type JsonLdNode } from "./json-ld";

export interface Crumb {
  name: string;
  /** The path of its page on this site. */
  path: string;
}

const home: Crumb = { name: "Home", path: "/" };

/**
 * The breadcrumbs from the home page to this one as structured data.
 *
 * @param origin of the site, without a slash at its end
 * @param trail from the top to the page itself, home included
 */
export function breadcrumbList(origin: string, trail: readonly Crumb[]): JsonLdNode {
  return {
    "@type": "BreadcrumbList",
    itemListElement: trail.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}

/**
 * The breadcrumbs from the home page to this one, for readers and for search engines. Home itself
 * is omitted.
 */
export function Breadcrumbs({ trail }: { trail: readonly Crumb[] }) {
  const { origin } = useRootData();
  const whole = [home, ...trail];
  return (
    <nav aria-label="Breadcrumb" className="mb-5 flex items-center gap-2.5" data-print="hide">
      <RegistrationMark className="text-mark" />
      <ol className="flex flex-wrap items-center gap-x-2 font-mono text-[0.8125rem] leading-snug text-faint">
        {whole.map(({ name, path }, index) => (
          <Fragment key={path}>
            {index > 0 && <li aria-hidden>/</li>}
            <li>
              {index < whole.length - 1 ? (
                <SiteLink
                  href={path}
                  className="inline-flex min-h-6 items-center underline-offset-4 transition-colors hover:text-foreground hover:underline"
                >
                  {name}
                </SiteLink>
              ) : (
                <span aria-current="page" className="text-muted">
                  {name}
                </span>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
      <JsonLd node={breadcrumbList(origin, whole)} />
    </nav>
  );
}
