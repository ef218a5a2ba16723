import { redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { viewerOf } from "~/account/session/viewer.server";
import { homeOf } from "@domain/accounts/viewer";
import { prepareBlock } from "~/blocks/prepare.server";
import { homePageQuery } from "~/blocks/queries";
import { Sections } from "~/blocks/sections";
import { readContent } from "~/content/reading/read.server";
import { homeStructuredData } from "~/home/structured-data";
import { JsonLd } from "~/seo/json-ld";
import { pageMeta } from "~/seo/meta";
import { useRootData } from "~/document/root-data";

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageMeta({
    matches,
    title: data?.seo?.title,
    description: data?.seo?.description,
    path: "/",
    image: data?.seo?.image,
    index: data?.seo?.noIndex !== true,
  });

/** The home page is for visitors: signed-in users are redirected to their start page. */
export async function loader({ context }: LoaderFunctionArgs) {
  const [viewer, page] = await Promise.all([viewerOf(context.session), readContent(homePageQuery)]);
  // A preview is viewed by a signed-in user.
  if (viewer && !context.preview) throw redirect(homeOf(viewer.role));
  if (!page) throw new Response(null, { status: 404 });
  return { seo: page.seo, sections: await Promise.all(page.sections.map(prepareBlock)) };
}

export default function Home() {
  const { sections } = useLoaderData<typeof loader>();
  const { site, origin } = useRootData();
  return (
    <>
      <Sections id="homePage" type="homePage" sections={sections} />
      {homeStructuredData(site, origin, sections).map((node) => (
        <JsonLd key={node["@type"]} node={node} />
      ))}
    </>
  );
}
