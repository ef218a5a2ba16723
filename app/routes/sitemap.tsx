import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readContent } from "~/content/reading/read.server";
import { sitemapQuery } from "~/content/queries/sitemap";
import { Breadcrumbs } from "~/seo/breadcrumbs";
import { JsonLd } from "~/seo/json-ld";
import { pageMeta } from "~/seo/meta";
import { useRootData } from "~/document/root-data";
import { GroupSection } from "~/sitemap/group-section";
import { sitemapGroups } from "~/sitemap/groups";
import { AnchorLink } from "~/ui/anchor-link";
import { Button } from "~/ui/button";
import { ClosingPanel } from "~/ui/cta-panel";
import { PageHero } from "~/ui/page-hero";
import { SiteLink } from "~/ui/site-link";

const lead =
  "Every page on one sheet: the product, the documentation call by call, and the company behind it.";

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({ matches, title: "Sitemap", description: lead, path: "/sitemap" });

export async function loader() {
  return { groups: sitemapGroups(await readContent(sitemapQuery)) };
}

export default function Sitemap() {
  const { groups } = useLoaderData<typeof loader>();
  const { origin } = useRootData();
  return (
    <>
      <PageHero
        breadcrumbs={<Breadcrumbs trail={[{ name: "Sitemap", path: "/sitemap" }]} />}
        title="Sitemap"
        lead={lead}
      >
        <nav aria-label="Parts of the sitemap" className="mt-8" data-print="hide">
          <ul className="flex flex-wrap gap-2">
            {groups.map(({ id, title }) => (
              <li key={id}>
                <Button asChild variant="outline" size="sm">
                  <AnchorLink anchor={id}>{title}</AnchorLink>
                </Button>
              </li>
            ))}
          </ul>
        </nav>
      </PageHero>
      {groups.map((group) => (
        <GroupSection key={group.id} group={group} />
      ))}
      <ClosingPanel
        title="Not what you were looking for?"
        text="Tell us what is missing. Someone reads every message."
      >
        <Button asChild size="lg">
          <SiteLink href="/contact">Contact us</SiteLink>
        </Button>
        <Button asChild variant="outline" size="lg">
          <SiteLink href="/">Back to the home page</SiteLink>
        </Button>
      </ClosingPanel>
      <JsonLd
        node={{
          "@type": "CollectionPage",
          name: "Sitemap",
          description: lead,
          url: `${origin}/sitemap`,
        }}
      />
    </>
  );
}
