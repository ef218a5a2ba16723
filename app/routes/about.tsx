import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Journey } from "~/about/journey";
import { PressKit } from "~/about/press-kit";
import { Statement, Story } from "~/about/statement";
import { aboutStructuredData } from "~/about/structured-data";
import { Team } from "~/about/team";
import { Values } from "~/about/values";
import { aboutPageQuery } from "~/content/queries/about-page";
import { readContent } from "~/content/reading/read.server";
import { Editing } from "~/ui/editable-field";
import { Breadcrumbs } from "~/seo/breadcrumbs";
import { documentMeta } from "~/seo/document-meta";
import { JsonLd } from "~/seo/json-ld";
import { useRootData } from "~/document/root-data";
import { CallToAction } from "~/ui/call-to-action";
import { ClosingPanel } from "~/ui/cta-panel";
import { PageHero } from "~/ui/page-hero";

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  documentMeta({
    matches,
    seo: data?.page?.seo,
    title: data?.page?.heading || "About us",
    description: data?.page?.lead,
    path: "/about",
  });

export async function loader() {
  return { page: await readContent(aboutPageQuery) };
}

export default function About() {
  const { page } = useLoaderData<typeof loader>();
  const { site, origin } = useRootData();
  return (
    <Editing id="aboutPage" type="aboutPage">
      <PageHero
        breadcrumbs={<Breadcrumbs trail={[{ name: "Company", path: "/about" }]} />}
        title={page?.heading || "About us"}
        lead={page?.lead}
      />
      {page && (
        <>
          <Statement
            id="mission"
            title={page.missionHeading || "Our mission"}
            text={page.mission}
          />
          <Story id="story" title={page.storyHeading || "Our story"} text={page.story} />
          <Statement id="vision" title={page.visionHeading || "Our vision"} text={page.vision} />
          <Team page={page} />
          <Values page={page} />
          <Journey page={page} />
          <PressKit pressKit={page.pressKit} />
        </>
      )}
      <ClosingPanel title={page?.closingHeading} text={page?.closingText}>
        <CallToAction
          link={page?.primaryCta}
          fallback={{ label: "Explore Careers", href: "/careers" }}
          variant="cta"
          size="lg"
        />
        <CallToAction
          link={page?.secondaryCta}
          fallback={{ label: "Partner With Us", href: "/contact" }}
          variant="outline"
          size="lg"
        />
      </ClosingPanel>
      <JsonLd node={aboutStructuredData(page, site, origin)} />
    </Editing>
  );
}
