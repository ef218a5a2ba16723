import type { LegalPageQueryResult, LegalPagesQueryResult } from "~/content/types.generated";
import { Editing } from "~/ui/editable-field";
import { Breadcrumbs } from "~/seo/breadcrumbs";
import { JsonLd } from "~/seo/json-ld";
import { cookiePolicy, managingCookies } from "~/consent/cookie-policy";
import { useRootData } from "~/document/root-data";
import { Button } from "~/ui/button";
import { ClosingPanel } from "~/ui/cta-panel";
import { Container } from "~/ui/container";
import { formatDate } from "~/ui/format/format-date";
import { TrimMarks } from "~/ui/print-ornaments";
import { PageHero } from "~/ui/page-hero";
import { RichText } from "~/ui/rich-text";
import { SiteLink } from "~/ui/site-link";
import { TableOfContents } from "~/ui/table-of-contents";
import { LegalText, sectionNumber } from "./legal-text";
import { ManageCookiesButton } from "./manage-cookies-button";

interface LegalPageProps {
  page: NonNullable<LegalPageQueryResult>;
  /** The other legal pages. */
  others: LegalPagesQueryResult;
}

/** A legal page: its date, its table of contents, its numbered sections. */
export function LegalPage({ page, others }: LegalPageProps) {
  const { origin } = useRootData();
  const path = `/${page.slug}`;
  const isCookiePolicy = page.slug === cookiePolicy;
  return (
    <Editing id={page._id} type="legalPage">
      <PageHero
        breadcrumbs={<Breadcrumbs trail={[{ name: page.title, path }]} />}
        title={page.title}
        fields={{ title: "title", lead: "intro" }}
        lead={page.intro.length > 0 && <RichText value={page.intro} path="intro" />}
      >
        <p className="mt-6 font-mono text-[0.8125rem] text-faint">
          Last updated <time dateTime={page.lastUpdated}>{formatDate(page.lastUpdated)}</time>
        </p>
      </PageHero>
      <div className="border-t border-line">
        <Container className="relative grid gap-x-20 gap-y-12 py-12 sm:py-16 lg:grid-cols-[16rem_minmax(0,1fr)] print:py-4">
          <TrimMarks />
          <TableOfContents
            title="On this page"
            entries={page.sections.map(({ id, title }, index) => ({
              id,
              text: (
                <span className="grid grid-cols-[2rem_1fr] items-baseline">
                  <span aria-hidden className="font-mono text-xs text-faint">
                    {sectionNumber(index)}
                  </span>
                  {title}
                </span>
              ),
            }))}
          />
          <LegalText
            sections={page.sections}
            after={(id) => isCookiePolicy && id === managingCookies && <ManageCookiesButton />}
          />
        </Container>
      </div>
      <ClosingPanel
        title="Something unclear?"
        text="Ask before you agree. A person reads what you write, and answers in plain words."
      >
        <Button asChild size="lg">
          <SiteLink href="/contact">Contact us</SiteLink>
        </Button>
        {others.map(({ _id, title, slug }) => (
          <Button key={_id} asChild variant="outline" size="lg">
            <SiteLink href={`/${slug}`}>{title}</SiteLink>
          </Button>
        ))}
      </ClosingPanel>
      <JsonLd
        node={{
          "@type": "WebPage",
          name: page.title,
          description: page.seo?.description,
          url: origin + path,
          dateModified: page.lastUpdated,
        }}
      />
    </Editing>
  );
}
