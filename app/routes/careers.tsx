import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { generalApplication } from "~/careers/application-link";
import { NoOpenings, OpeningList } from "~/careers/opening-list";
import { TeamPortraits } from "~/careers/team-portraits";
import { careersPageQuery } from "~/content/queries/careers-page";
import { jobOpeningsQuery } from "~/content/queries/job-opening";
import { readContent } from "~/content/reading/read.server";
import { feedLinks } from "~/feeds/feed-paths";
import { Editing } from "~/ui/editable-field";
import { Breadcrumbs } from "~/seo/breadcrumbs";
import { documentMeta } from "~/seo/document-meta";
import { JsonLd } from "~/seo/json-ld";
import { useRootData } from "~/document/root-data";
import { AnchorLink } from "~/ui/anchor-link";
import { Button } from "~/ui/button";
import { CallToAction } from "~/ui/call-to-action";
import { Cell, CellGrid } from "~/ui/cell-grid";
import { ClosingPanel } from "~/ui/cta-panel";
import { Icon } from "~/ui/icon";
import { PageHero } from "~/ui/page-hero";
import { Section } from "~/ui/section";

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => [
  ...documentMeta({
    matches,
    seo: data?.page?.seo,
    title: data?.page?.heading || "Careers",
    description: data?.page?.lead,
    path: "/careers",
  }),
  ...feedLinks("/careers", data?.page?.heading || "Careers"),
];

export async function loader() {
  const [page, openings] = await Promise.all([
    readContent(careersPageQuery),
    readContent(jobOpeningsQuery),
  ]);
  return { page, openings };
}

export default function Careers() {
  const { page, openings } = useLoaderData<typeof loader>();
  const { origin } = useRootData();
  const reasons = page?.whyJoinCards ?? [];
  return (
    <Editing id="careersPage" type="careersPage">
      <PageHero
        breadcrumbs={<Breadcrumbs trail={[{ name: "Careers", path: "/careers" }]} />}
        title={page?.heading || "Careers"}
        lead={page?.lead}
        aside={page && <TeamPortraits team={page.team} />}
      >
        <div className="mt-8">
          <Button asChild size="lg">
            <AnchorLink anchor="openings">
              {openings.length === 1
                ? "See the one opening"
                : openings.length > 1
                  ? `See ${openings.length} openings`
                  : "See how to apply"}
            </AnchorLink>
          </Button>
        </div>
      </PageHero>
      {reasons.length > 0 && (
        <Section
          id="why-join"
          title={page?.whyJoinHeading || "Why join us"}
          fields={{ title: "whyJoinHeading" }}
        >
          <CellGrid className="sm:grid-cols-2 lg:grid-cols-4">
            {reasons.map(({ _id, icon, title, description }) => (
              <Cell key={_id} className="p-6 sm:p-7">
                <Icon name={icon} strokeWidth={1.5} className="size-7 text-action" />
                <h3 className="mt-10 text-lg leading-snug font-semibold tracking-tight">{title}</h3>
                <p className="mt-2 text-[0.9375rem] text-muted">{description}</p>
              </Cell>
            ))}
          </CellGrid>
        </Section>
      )}
      <Section
        id="openings"
        title={page?.openingsHeading || "Openings"}
        fields={{ title: "openingsHeading" }}
      >
        {openings.length > 0 ? (
          <OpeningList openings={openings} />
        ) : (
          <NoOpenings text={page?.noOpeningsText} />
        )}
      </Section>
      <ClosingPanel
        title={page?.applicationHeading || "Nothing that fits?"}
        text={page?.applicationText}
      >
        <CallToAction
          link={page?.applicationCta}
          fallback={generalApplication}
          variant="cta"
          size="lg"
        />
      </ClosingPanel>
      {openings.length > 0 && (
        <JsonLd
          node={{
            "@type": "ItemList",
            itemListElement: openings.map(({ id, title }, index) => ({
              "@type": "ListItem",
              position: index + 1,
              name: title,
              url: `${origin}/careers/${id}`,
            })),
          }}
        />
      )}
    </Editing>
  );
}
