import { absoluteUrl } from "~/article/absolute-url";
import { aboutPageQuery } from "~/content/queries/about-page";
import { contactPageQuery } from "~/content/queries/contact-page";
import { securityPageQuery } from "~/content/queries/security-page";
import { siteSettingsQuery } from "~/content/queries/site-settings";
import { readContent } from "~/content/reading/read.server";
import { blocks, joined, link, list, section, strong } from "~/markdown/markdown";
import { actions, points } from "~/markdown/outline";
import { textBlocks } from "~/markdown/text-blocks";
import type { ReadTwin } from "./twin";

/** What the company stands for, and its people. */
export const readAboutTwin: ReadTwin = async (_slug, { origin }) => {
  const page = await readContent(aboutPageQuery);
  if (!page) return null;
  const steps = page.timeline.map(({ year, event, description }) => ({
    title: [year, event].filter(Boolean).join(", "),
    description,
  }));
  return {
    title: page.heading || "About us",
    description: page.lead,
    body: blocks(
      section(2, page.missionHeading || "Our mission", textBlocks(page.mission, origin)),
      section(2, page.storyHeading || "Our story", textBlocks(page.story, origin)),
      section(2, page.visionHeading || "Our vision", textBlocks(page.vision, origin)),
      section(
        2,
        page.teamHeading || "The team",
        page.teamLead,
        list(
          page.team.map(({ name, role, bio }) =>
            joined([joined([strong(name), role], ", "), bio], ": "),
          ),
        ),
      ),
      section(2, page.valuesHeading || "Our values", points(page.values)),
      section(2, page.journeyHeading || "Our journey", points(steps)),
      section(
        2,
        page.closingHeading,
        page.closingText,
        actions(origin, page.primaryCta, page.secondaryCta),
      ),
    ),
  };
};

/** How to reach the company. */
export const readContactTwin: ReadTwin = async (_slug, { origin }) => {
  const [page, site] = await Promise.all([
    readContent(contactPageQuery),
    readContent(siteSettingsQuery),
  ]);
  const { general, sales, support } = site?.emails ?? {};
  const emails = Object.entries({ General: general, Sales: sales, Support: support })
    .filter(([, address]) => address)
    .map(([name, address]) =>
      joined([strong(name), link(address, absoluteUrl(`mailto:${address}`, origin))], ": "),
    );
  const phones = (site?.phones ?? []).map(({ label, number, hours }) =>
    joined([joined([strong(label), number], ": "), hours], ", "),
  );
  const { street, city, region, postalCode, country } = site?.address ?? {};
  const lines = [site?.legalName || site?.brandName, street, city, region, postalCode, country];
  return {
    title: page?.heading || "Contact",
    description: page?.lead,
    body: blocks(
      section(2, page?.emailHeading || "Email", page?.emailText, list(emails)),
      section(2, page?.phoneHeading || "Phone", page?.phoneText, list(phones)),
      section(2, page?.supportHeading || "Support", page?.supportText, site?.supportHours),
      section(2, page?.officeHeading || "Office", page?.officeText, joined(lines, ", ")),
      section(2, page?.faqHeading, page?.faqText, actions(origin, page?.faqCta)),
    ),
  };
};

/** How the product is secured. */
export const readSecurityTwin: ReadTwin = async (_slug, { origin }) => {
  const page = await readContent(securityPageQuery);
  if (!page) return null;
  return {
    title: page.heading || "Security",
    description: page.lead,
    body: blocks(
      section(2, page.cardsHeading || "How we protect your documents", points(page.cards)),
      section(
        2,
        page.closingHeading,
        page.closingText,
        actions(origin, page.primaryCta, page.secondaryCta),
      ),
    ),
  };
};
