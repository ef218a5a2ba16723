import { EyeOpenIcon } from "@sanity/icons/EyeOpen";
import {
  defineDocuments,
  presentationTool,
  type DocumentLocationResolvers,
} from "sanity/presentation";
import { pagePath, places, typesBeside } from "../../schemas/page-path";
import { PreviewHeader } from "./preview-header";

/** The pages that show documents without a page of their own. */
const shownOn: Record<string, { title: string; href: string }[]> = {
  author: [{ title: "Blog", href: "/blog" }],
  category: [{ title: "Blog", href: "/blog" }],
  coreValue: [{ title: "About", href: "/about" }],
  faq: [{ title: "Home page", href: "/#faq" }],
  featureCategory: [{ title: "Home page", href: "/#features" }],
  plan: [{ title: "Home page", href: "/#pricing" }],
  planComparison: [{ title: "Home page", href: "/#features-table" }],
  securityCard: [{ title: "Security", href: "/security" }],
  teamMember: [{ title: "About", href: "/about" }],
  timelineItem: [{ title: "About", href: "/about" }],
  whyJoinCard: [{ title: "Careers", href: "/careers" }],
};

const everyPage = {
  message: "Seen on every page",
  locations: [{ title: "Home page", href: "/" }],
};

/**
 * Shown rather than nothing: a form whose first row went away 200 ms after it had appeared moved under
 * the pointer, and what was typed after the click went nowhere.
 */
const noPage = (field: string) => {
  // As the form names it.
  const title = field.charAt(0).toUpperCase() + field.slice(1);
  return { message: `It has no page yet: “${title}” is empty.` };
};

/** From a document to the pages that show it. */
const locations: DocumentLocationResolvers = {
  ...Object.fromEntries(
    Object.entries(shownOn).map(([type, pages]) => [type, { locations: pages }]),
  ),
  notice: everyPage,
  siteSettings: everyPage,
  ...Object.fromEntries(
    places.map((place) => {
      const field = "field" in place ? { [place.field]: place.field } : {};
      return [
        place.type,
        {
          select: { title: "title", ...field },
          resolve: (document: Record<string, unknown> | null) => {
            const href = pagePath({ ...document, _type: place.type });
            const title = typeof document?.title === "string" ? document.title : "Its page";
            return href
              ? { locations: [{ title, href }] }
              : noPage("field" in place ? place.field : "slug");
          },
        },
      ];
    }),
  ),
};

/** From a page to the document that it shows. The order counts: `/about` is not a legal page. */
const mainDocuments = defineDocuments([
  ...places.flatMap((place) =>
    "at" in place ? [{ route: place.at, filter: `_type == "${place.type}"` }] : [],
  ),
  ...places.flatMap((place) =>
    "base" in place && !place.base.includes("#")
      ? [
          {
            route: `${place.base}:own`,
            // The first route that fits counts, whatever its filter finds.
            filter: `_type in ${JSON.stringify(typesBeside(place.type))} && ${place.field}.current == $own`,
          },
        ]
      : [],
  ),
]);

/** The real site beside the form: drafts, a click from the page to its field, and back. */
export const previewTool = presentationTool({
  name: "preview",
  title: "Preview",
  icon: EyeOpenIcon,
  previewUrl: { previewMode: { enable: "/preview/enable" } },
  components: { unstable_header: { component: PreviewHeader } },
  resolve: { mainDocuments, locations },
});
