import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { legalPageQuery, legalPagesQuery } from "~/content/legalPage";
import { throwNotFoundOrMoved } from "~/content/moved.server";
import { readContent } from "~/content/read.server";
import { LegalText, sectionNumber } from "~/legal/legal-text";
import { cookiePolicy, manageCookiesNotice, managingCookies } from "~/legal/manage-cookies";
import { ManageCookiesButton } from "~/legal/manage-cookies-button";
import { documentMeta } from "~/seo/document-meta";
import { JsonLd } from "~/seo/json-ld";
import { noticeAction } from "~/shell/coming-soon.server";
import { useRootData } from "~/shell/root-data";
import { Button } from "~/ui/button";
import { ClosingPanel } from "~/ui/closing-panel";
import { Container } from "~/ui/container";
import { formatDate } from "~/ui/date";
import { TrimMarks } from "~/ui/marks";
import { PageHero } from "~/ui/page-hero";
import { RichText } from "~/ui/rich-text";
import { SiteLink } from "~/ui/site-link";
import { TableOfContents } from "~/ui/table-of-contents";

/* /terms, /privacy, /cookies, and whatever legal page an editor adds: all addresses that no other route has. */

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  documentMeta({
    matches,
    seo: data?.page.seo,
    title: data?.page.title || "Legal",
    path: `/${data?.page.slug ?? ""}`,
  });

export async function loader({ params, request }: LoaderFunctionArgs) {
  const page = await pageAt(params.legalPage, request);
  const all = await readContent(legalPagesQuery);
  return { page, others: all.filter(({ slug }) => slug !== page.slug) };
}

const sayManageCookies = noticeAction(manageCookiesNotice);

export async function action(args: ActionFunctionArgs) {
  const { slug } = await pageAt(args.params.legalPage, args.request);
  // Only this one has a form.
  if (slug !== cookiePolicy) throw new Response(null, { status: 405 });
  return sayManageCookies(args);
}

/** The legal page with this slug. What no slug can be need not reach the lake. */
async function pageAt(slug: string | undefined, request: Request) {
  const possible = /^[a-z0-9-]{1,96}$/.test(slug ?? "");
  const page = possible ? await readContent(legalPageQuery, { slug }) : null;
  return page ?? throwNotFoundOrMoved(request);
}

export default function Legal() {
  const { page, others } = useLoaderData<typeof loader>();
  const { origin } = useRootData();
  const path = `/${page.slug}`;
  const isCookiePolicy = page.slug === cookiePolicy;
  return (
    <>
      <PageHero
        trail={[{ name: page.title, path }]}
        title={page.title}
        lead={page.intro.length > 0 && <RichText value={page.intro} />}
      >
        <p className="mt-6 font-mono text-[0.8125rem] text-paper-3">
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
                  <span aria-hidden className="font-mono text-xs text-paper-3">
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
    </>
  );
}
