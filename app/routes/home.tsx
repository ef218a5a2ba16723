import { redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { viewerOf } from "~/account/profile/profile.server";
import { homeOf } from "~/account/session/viewer";
import { homePageQuery } from "~/content/home-page";
import { readContent } from "~/content/read.server";
import { HomeSectionView } from "~/home/home-sections";
import { prepareSection } from "~/home/sections.server";
import { homeStructuredData } from "~/home/structured-data";
import { Editing } from "~/ui/editable-field";
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
  return { seo: page.seo, sections: await Promise.all(page.sections.map(prepareSection)) };
}

export default function Home() {
  const { sections } = useLoaderData<typeof loader>();
  const { site, origin } = useRootData();
  return (
    <>
      {sections.map((section) => (
        <Editing
          key={section._key}
          id="homePage"
          type="homePage"
          at={`sections[_key=="${section._key}"]`}
        >
          <HomeSectionView section={section} />
        </Editing>
      ))}
      {homeStructuredData(site, origin, sections).map((node) => (
        <JsonLd key={node["@type"]} node={node} />
      ))}
    </>
  );
}
