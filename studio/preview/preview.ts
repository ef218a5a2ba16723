import { EyeOpenIcon } from "@sanity/icons/EyeOpen";
import {
  defineDocuments,
  presentationTool,
  type DocumentLocationResolver,
} from "sanity/presentation";
import { distinctUntilChanged, filter, map } from "rxjs";
import type { SanityDocument } from "sanity";
import { pagePath, places, typesBeside } from "../../schemas/paths/page-path";
import { visibilityOf } from "../../schemas/validation/visibility";
import { PreviewHeader } from "./preview-header";

/** The pages that show documents without their own page. */
const shownOn: Record<string, { title: string; href: string }[]> = {
  coreValue: [{ title: "About", href: "/about" }],
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

const withArticles = {
  message: "Shown with its published articles",
  locations: [{ title: "Blog", href: "/blog" }],
};

/**
 * What is shown only where another document includes it. Sanity says that it is used on a page: an
 * editor waited there for a new question, and for an author of a draft.
 */
const shownWhereChosen: Record<string, typeof withArticles> = {
  author: withArticles,
  category: withArticles,
  faq: {
    message: "Shown where a section of questions includes it",
    locations: [{ title: "Home page", href: "/#faq" }],
  },
};

/**
 * Shown rather than nothing: a form whose first row went away 200 ms after it had appeared moved
 * under the pointer, and what was typed after the click went nowhere.
 */
const noPage = (field: string, exists: boolean) => {
  // As the form names it.
  const title = field.charAt(0).toUpperCase() + field.slice(1);
  return { message: exists ? `No page yet: fill in “${title}”.` : "Not on the site yet" };
};

/**
 * Where visitors do not see it. Without a message Sanity says that it is used on a page.
 *
 * @param published what visitors would see, if anything
 */
function unseen(published: SanityDocument | null): string | undefined {
  if (!published) return "In the preview only, until it is published";
  const visibility = visibilityOf(published, new Date());
  if (visibility === "scheduled") return "In the preview only, until the time of “Show from”";
  return visibility === "ended" ? "In the preview only: “Show until” has passed" : undefined;
}

/** From a document to the pages that show it. */
const locations: DocumentLocationResolver = ({ id, type }, { documentStore }) => {
  const chosen = shownWhereChosen[type];
  if (chosen) return chosen;
  if (type === "notice" || type === "siteSettings") return everyPage;
  const pages = shownOn[type];
  const place = places.find((candidate) => candidate.type === type);
  if (!place && !pages) return null;
  // As the form reads it: of a document that was restored, Sanity's previews first report the
  // fields that a list shows as well, and nothing afterward. Its slug was then reported as empty.
  return documentStore.pair.editState(id, type).pipe(
    filter(({ ready }) => ready),
    map(({ draft, published }) => {
      const message = unseen(published);
      if (!place) return { locations: pages, ...(message && { message }) };
      const document = draft ?? published;
      const href = pagePath({ ...document, _type: type });
      if (!href) return noPage("field" in place ? place.field : "slug", document !== null);
      const title = typeof document?.title === "string" ? document.title : "Its page";
      const locations = [{ title, href }];
      return { locations, ...(message && { message }) };
    }),
    // With each letter that is typed, the form would render again.
    distinctUntilChanged((before, now) => JSON.stringify(before) === JSON.stringify(now)),
  );
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
