import { blocksMarkdown } from "~/blocks/markdown";
import { homePageQuery, pageQuery, pageTypeQuery } from "~/blocks/queries";
import { possibleSlug } from "~/content/possible-slug";
import { partPageAt } from "~/content/queries/home-part-pages";
import { legalPageQuery } from "~/content/queries/legal-page";
import { siteSettingsQuery } from "~/content/queries/site-settings";
import { readContent } from "~/content/reading/read.server";
import { blocks, section } from "~/markdown/markdown";
import { textBlocks } from "~/markdown/text-blocks";
import { formatDate } from "~/ui/format/format-date";
import type { ReadTwin } from "./twin";

/** The home page by block. */
export const readHomeTwin: ReadTwin = async (_slug, place) => {
  const [page, site] = await Promise.all([
    readContent(homePageQuery),
    readContent(siteSettingsQuery),
  ]);
  if (!page) return null;
  return {
    title: page.seo?.title || [site?.brandName, site?.tagline].filter(Boolean).join(" · "),
    description: page.seo?.description || site?.seo?.description,
    body: blocksMarkdown(page.sections, place),
  };
};

/** /pricing, /features and /faq: parts of the home page. */
export const readPartTwin: ReadTwin = async (slug, place) => {
  const part = partPageAt(`/${slug}`);
  const page = part && (await readContent(homePageQuery));
  const sections = page?.sections.filter(({ _type }) => part?.sections.includes(_type)) ?? [];
  if (!part || sections.length === 0) return null;
  return { title: part.title, body: blocksMarkdown(sections, place) };
};

/**
 * First what kind it is, as the page itself does: the query of a landing page costs most of all.
 */
const typeOf = async (slug: string) =>
  possibleSlug(slug) ? readContent(pageTypeQuery, { slug }) : null;

/** A landing page by block. */
export const readLandingTwin: ReadTwin = async (slug, place) => {
  if ((await typeOf(slug)) !== "page") return null;
  const page = await readContent(pageQuery, { slug });
  return (
    page && {
      title: page.title || "Page",
      description: page.seo?.description,
      body: blocksMarkdown(page.sections, place),
    }
  );
};

/** A legal page with its sections. */
export const readLegalTwin: ReadTwin = async (slug, { origin }) => {
  if ((await typeOf(slug)) !== "legalPage") return null;
  const page = await readContent(legalPageQuery, { slug });
  if (!page) return null;
  const sections = page.sections.map(({ title, content, subsections }) =>
    section(
      2,
      title,
      textBlocks(content, origin),
      ...subsections.map((each) => section(3, each.title, textBlocks(each.content, origin))),
    ),
  );
  return {
    title: page.title,
    description: page.seo?.description,
    body: blocks(
      `Last updated ${formatDate(page.lastUpdated)}`,
      textBlocks(page.intro, origin),
      ...sections,
    ),
  };
};
