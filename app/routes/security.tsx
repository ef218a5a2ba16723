import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readContent } from "~/content/reading/read.server";
import { securityPageQuery } from "~/content/queries/security-page";
import { Editing } from "~/ui/editable-field";
import { Guilloche } from "~/security-page/guilloche";
import { Safeguards } from "~/security-page/safeguards";
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
    title: data?.page?.heading || "Security",
    description: data?.page?.lead,
    path: "/security",
  });

export async function loader() {
  return { page: await readContent(securityPageQuery) };
}

export default function Security() {
  const { page } = useLoaderData<typeof loader>();
  const { origin } = useRootData();
  return (
    <Editing id="securityPage" type="securityPage">
      <PageHero
        breadcrumbs={<Breadcrumbs trail={[{ name: "Security", path: "/security" }]} />}
        title={page?.heading || "Security"}
        lead={page?.lead}
        aside={<Guilloche className="mx-auto w-full max-w-sm lg:mr-0 lg:max-w-md" />}
      />
      {page && <Safeguards page={page} />}
      <ClosingPanel title={page?.closingHeading} text={page?.closingText}>
        <CallToAction
          link={page?.primaryCta}
          fallback={{ label: "Read our Privacy Policy", href: "/privacy" }}
          size="lg"
        />
        <CallToAction
          link={page?.secondaryCta}
          fallback={{
            label: "Contact our security team",
            href: "/contact?subject=SecurityInquiry",
          }}
          variant="outline"
          size="lg"
        />
      </ClosingPanel>
      <JsonLd
        node={{
          "@type": "WebPage",
          name: page?.heading,
          description: page?.seo?.description,
          url: `${origin}/security`,
        }}
      />
    </Editing>
  );
}
