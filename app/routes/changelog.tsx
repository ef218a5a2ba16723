import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LatestRelease } from "~/changelog/latest-release";
import { Timeline } from "~/changelog/timeline";
import { changelogQuery } from "~/content/queries/changelog-entry";
import { changelogPageQuery } from "~/content/queries/changelog-page";
import { readContent } from "~/content/reading/read.server";
import { feedLinks } from "~/feeds/feed-paths";
import { Editing } from "~/ui/editable-field";
import { Breadcrumbs } from "~/seo/breadcrumbs";
import { documentMeta } from "~/seo/document-meta";
import { JsonLd } from "~/seo/json-ld";
import { useRootData } from "~/document/root-data";
import { Button } from "~/ui/button";
import { ClosingPanel } from "~/ui/cta-panel";
import { Container } from "~/ui/container";
import { PageHero } from "~/ui/page-hero";
import { SiteLink } from "~/ui/site-link";

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => [
  ...documentMeta({
    matches,
    seo: data?.page?.seo,
    title: data?.page?.heading || "Changelog",
    description: data?.page?.lead,
    path: "/changelog",
  }),
  ...feedLinks("/changelog", data?.page?.heading || "Changelog"),
];

export async function loader() {
  const [page, releases] = await Promise.all([
    readContent(changelogPageQuery),
    readContent(changelogQuery),
  ]);
  return { page, releases };
}

export default function Changelog() {
  const { page, releases } = useLoaderData<typeof loader>();
  const { origin } = useRootData();
  const [latest] = releases;
  return (
    <Editing id="changelogPage" type="changelogPage">
      <PageHero
        breadcrumbs={<Breadcrumbs trail={[{ name: "Changelog", path: "/changelog" }]} />}
        title={page?.heading || "Changelog"}
        lead={page?.lead}
        aside={latest && <LatestRelease release={latest} />}
      />
      {latest ? (
        <Timeline releases={releases} />
      ) : (
        <Container className="pb-20">
          <p className="rounded-lg border border-dashed border-line-strong px-6 py-20 text-center text-muted">
            Nothing has been released yet.
          </p>
        </Container>
      )}
      <ClosingPanel
        title="A question about a release?"
        text="The documentation describes every call as it is today. For anything about moving from one version to the next, write to us."
      >
        <Button asChild size="lg">
          <SiteLink href="/docs">Read the documentation</SiteLink>
        </Button>
        <Button asChild variant="outline" size="lg">
          <SiteLink href="/contact">Contact us</SiteLink>
        </Button>
      </ClosingPanel>
      <JsonLd
        node={{
          "@type": "WebPage",
          name: page?.heading,
          description: page?.seo?.description,
          url: `${origin}/changelog`,
          dateModified: latest?.date,
        }}
      />
    </Editing>
  );
}
