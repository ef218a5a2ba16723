import { cx } from "class-variance-authority";
import type { ReactNode } from "react";
import type { ContactPageQueryResult, SiteSettingsQueryResult } from "~/content/types.generated";
import { Icon, type IconName } from "~/ui/icon";
import { SiteLink } from "~/ui/site-link";

interface CardsProps {
  page: ContactPageQueryResult;
  site: SiteSettingsQueryResult;
  className?: string;
}

/** The contact channels other than the form. A card whose facts are missing is left out. */
export function ContactCards({ page, site, className }: CardsProps) {
  const emails = [
    { label: "General", address: site?.emails?.general },
    { label: "Sales", address: site?.emails?.sales },
    { label: "Support", address: site?.emails?.support },
  ].filter(({ address }) => address);
  const phones = (site?.phones ?? []).filter(({ number }) => number);
  return (
    <div className={cx("divide-y divide-line border-y border-line", className)}>
      {emails.length > 0 && (
        <ContactCard icon="mail" title={page?.emailHeading || "Email"} text={page?.emailText}>
          <dl className="grid gap-1">
            {emails.map(({ label, address }) => (
              <Line key={label} label={label}>
                <SiteLink href={`mailto:${address}`} className={linkClasses}>
                  {address}
                </SiteLink>
              </Line>
            ))}
          </dl>
        </ContactCard>
      )}
      {phones.length > 0 && (
        <ContactCard icon="phone" title={page?.phoneHeading || "Phone"} text={page?.phoneText}>
          <dl className="grid gap-3">
            {phones.map(({ _key, label, number, hours }) => (
              <Line key={_key} label={label} note={hours}>
                <SiteLink href={`tel:${number.replace(/[^+\d]/g, "")}`} className={linkClasses}>
                  {number}
                </SiteLink>
              </Line>
            ))}
          </dl>
        </ContactCard>
      )}
      {site?.supportHours && (
        <ContactCard
          icon="clock"
          title={page?.supportHeading || "Support"}
          text={page?.supportText}
        >
          <p className="font-mono text-[0.9375rem]">{site.supportHours}</p>
        </ContactCard>
      )}
      {site?.address && (
        <ContactCard icon="map-pin" title={page?.officeHeading || "Office"} text={page?.officeText}>
          <OfficeAddress name={site.legalName || site.brandName} address={site.address} />
          {site.links?.map && (
            <SiteLink href={site.links.map} className={`${linkClasses} mt-2`}>
              View on Map
            </SiteLink>
          )}
        </ContactCard>
      )}
    </div>
  );
}

const linkClasses =
  "inline-flex min-h-7 items-center text-action underline decoration-action/40 underline-offset-4 transition-colors hover:decoration-action";

interface ContactCardProps {
  icon: IconName;
  title: string;
  text: string | null | undefined;
  children: ReactNode;
}

function ContactCard({ icon, title, text, children }: ContactCardProps) {
  return (
    <section className="grid grid-cols-[auto_1fr] gap-x-5 py-7">
      <Icon name={icon} strokeWidth={1.5} className="text-action" />
      <div className="min-w-0">
        <h2 className="leading-6 font-semibold">{title}</h2>
        {text && <p className="mt-1.5 text-[0.9375rem] text-muted">{text}</p>}
        <div className="mt-3.5">{children}</div>
      </div>
    </section>
  );
}

function Line({
  label,
  note,
  children,
}: {
  label: string | null;
  note?: string | null;
  children: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[6.5rem_1fr] items-baseline gap-x-3 max-sm:grid-cols-[4.5rem_1fr]">
      <dt className="text-sm text-faint">{label}</dt>
      <dd className="min-w-0 text-[0.9375rem]">
        {children}
        {note && <span className="block text-sm text-faint">{note}</span>}
      </dd>
    </div>
  );
}

type Address = NonNullable<NonNullable<SiteSettingsQueryResult>["address"]>;

/** The office as a label on an envelope. */
function OfficeAddress({ name, address }: { name: string | null; address: Address }) {
  const { street, city, region, postalCode, country } = address;
  const cityLine = [city, [region, postalCode].filter(Boolean).join(" ")]
    .filter(Boolean)
    .join(", ");
  return (
    <address className="text-[0.9375rem] text-muted not-italic">
      {[name, street, cityLine, country].filter(Boolean).map((line, index) => (
        <span key={index} className={index === 0 ? "block text-foreground" : "block"}>
          {line}
        </span>
      ))}
    </address>
  );
}
