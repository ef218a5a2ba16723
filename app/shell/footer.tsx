import type { ReactNode } from "react";
import { Link } from "@remix-run/react";
import { Container } from "~/ui/container";
import { InkBar } from "~/ui/print-ornaments";
import { SiteLink } from "~/ui/site-link";
import { cookiePolicy, managingCookies } from "~/consent/cookie-policy";
import { Logo } from "./logo";
import { showPreferences } from "~/consent/cookie-preferences-store";
import type { SiteSettings } from "./site-settings";

/** The foot of every page: brand, menus, and the company's name in full. */
export function Footer({ site }: { site: SiteSettings }) {
  return (
    <footer data-print="hide" className="relative overflow-hidden border-t border-line bg-surface">
      <InkBar />
      <Menus site={site} />
      <Imprint site={site}>
        {site.footerText && <p className="max-w-2xl">{site.footerText}</p>}
      </Imprint>
    </footer>
  );
}

/** What stays of the links in the account area and the administration. */
const usefulAnywhere = ["/terms", "/privacy", "/contact"];

/** The foot of the account area and the administration: one line. */
export function AreaFooter({ site }: { site: SiteSettings }) {
  const links = (site.footerGroups ?? []).flatMap((group) => group.links ?? []);
  return (
    <footer data-print="hide" className="border-t border-line">
      <Imprint site={site}>
        {links
          .filter(({ href }) => usefulAnywhere.includes(href ?? ""))
          .map(({ _key, href, label }) => (
            <SiteLink key={_key} href={href} className="hover:text-foreground hover:underline">
              {label}
            </SiteLink>
          ))}
      </Imprint>
    </footer>
  );
}

function Menus({ site }: { site: SiteSettings }) {
  return (
    <Container className="grid gap-x-12 gap-y-12 pt-16 pb-12 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,2.6fr)]">
      <div>
        <Logo site={site} />
        {site.tagline && (
          <p className="mt-3 max-w-xs text-[0.9375rem] text-muted">{site.tagline}</p>
        )}
      </div>
      <div className="grid grid-cols-2 gap-x-8 gap-y-10 sm:grid-cols-4">
        {(site.footerGroups ?? []).map((group) => (
          <nav key={group._key} aria-labelledby={`footer-${group._key}`}>
            <h2
              id={`footer-${group._key}`}
              className="font-mono text-[0.8125rem] font-medium text-faint"
            >
              {group.title}
            </h2>
            <ul className="mt-3">
              {(group.links ?? [])
                .filter(({ href }) => href)
                .map((link) => (
                  <li key={link._key}>
                    <SiteLink
                      href={link.href}
                      event={link.event}
                      className="inline-flex min-h-8 items-center text-[0.9375rem] text-muted underline-offset-4 transition-colors hover:text-foreground hover:underline"
                    >
                      {link.label}
                    </SiteLink>
                  </li>
                ))}
            </ul>
          </nav>
        ))}
      </div>
    </Container>
  );
}

function Imprint({ site, children }: { site: SiteSettings; children: ReactNode }) {
  return (
    <Container className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-6 text-sm text-faint">
      <p>
        © {new Date().getUTCFullYear()} {site.legalName ?? site.brandName}
      </p>
      {/* Without scripts: where the policy says what there is to choose. */}
      <Link
        to={`/${cookiePolicy}#${managingCookies}`}
        aria-haspopup="dialog"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          showPreferences(true);
        }}
        className="inline-flex min-h-8 items-center underline underline-offset-4 hover:text-foreground"
      >
        Cookie preferences
      </Link>
      {children}
    </Container>
  );
}
