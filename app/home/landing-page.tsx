import { Editing } from "~/ui/editable-field";
import { JsonLd } from "~/seo/json-ld";
import { useRootData } from "~/document/root-data";
import { HomeSectionView } from "./home-sections";
import type { AnyHomeSection } from "./sections.server";

interface LandingPageProps {
  page: {
    _id: string;
    title: string | null;
    slug: string | null;
    sections: AnyHomeSection[];
    seo: { description: string | null } | null;
  };
}

/** A page of the home page's blocks. */
export default function LandingPage({ page }: LandingPageProps) {
  const { origin } = useRootData();
  return (
    <>
      {page.sections.map((section) => (
        <Editing
          key={section._key}
          id={page._id}
          type="page"
          at={`sections[_key=="${section._key}"]`}
        >
          <HomeSectionView section={section} />
        </Editing>
      ))}
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
