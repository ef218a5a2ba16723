import type { AnyBlock } from "~/blocks/block";
import { Sections } from "~/blocks/sections";
import { JsonLd } from "~/seo/json-ld";
import { useRootData } from "~/document/root-data";

interface LandingPageProps {
  page: {
    _id: string;
    title: string | null;
    slug: string | null;
    sections: AnyBlock[];
    seo: { description: string | null } | null;
  };
}

/** A page of the home page's blocks. */
export default function LandingPage({ page }: LandingPageProps) {
  const { origin } = useRootData();
  return (
    <>
      <Sections id={page._id} type="page" sections={page.sections} />
      <JsonLd
        node={{
          "@type": "WebPage",
          name: page.title,
          description: page.seo?.description,
          url: `${origin}/${page.slug}`,
        }}
      />
    </>
  );
}
