import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { prepareBlock } from "~/blocks/prepare.server";
import { homePageQuery } from "~/blocks/queries";
import { Sections } from "~/blocks/sections";
import { blockStructuredData } from "~/blocks/structured-data";
import { throwRedirectOrNotFound } from "~/content/redirects/redirects.server";
import { readContent } from "~/content/reading/read.server";
import { partPageAt } from "~/content/queries/home-part-pages";
import { Breadcrumbs } from "~/seo/breadcrumbs";
import { JsonLd } from "~/seo/json-ld";
import { pageMeta } from "~/seo/meta";
import { useRootData } from "~/document/root-data";
import { PageHero } from "~/ui/page-hero";

export const meta: MetaFunction<typeof loader> = ({ matches, data, location }) =>
  pageMeta({
    matches,
    title: data?.title,
    description: data?.description,
    path: location.pathname,
  });

/** /pricing, /features and /faq: parts of the home page, for everyone. */
export async function loader({ request }: LoaderFunctionArgs) {
  const path = new URL(request.url).pathname.replace(/\/$/, "");
  const part = partPageAt(path);
  const page = part && (await readContent(homePageQuery));
  const sections = page?.sections.filter(({ _type }) => part?.sections.includes(_type)) ?? [];
  // An editor may have removed the section from the home page.
  if (!part || sections.length === 0) return throwRedirectOrNotFound(request);
  const [first] = sections;
  return {
    path,
    title: part.title,
    description: first && "lead" in first ? first.lead : null,
    sections: await Promise.all(sections.map(prepareBlock)),
  };
}

export default function HomePart() {
  const { path, title, sections } = useLoaderData<typeof loader>();
  const { site, origin } = useRootData();
  return (
    <>
      <PageHero breadcrumbs={<Breadcrumbs trail={[{ name: title, path }]} />} title={title} />
      <Sections id="homePage" type="homePage" sections={sections} />
      {blockStructuredData(site, origin, sections).map((node) => (
        <JsonLd key={node["@type"]} node={node} />
      ))}
    </>
  );
}
