import { defineQuery } from "groq";
import { seoFields } from "../content/queries/fragments";
import { apiDocsFields } from "./api-docs/query";
import { closingCtaFields } from "./closing-cta/query";
import { faqFields } from "./faq/query";
import { featuresFields } from "./features/query";
import { featuresTableFields } from "./features-table/query";
import { heroFields } from "./hero/query";
import { howItWorksFields } from "./how-it-works/query";
import { infrastructureFields } from "./infrastructure/query";
import { pricingFields } from "./pricing/query";
import { solutionsFields } from "./solutions/query";
import { trustFields } from "./trust/query";

/**
 * Inside a `homePage` or `page`: its blocks in their order, with the documents that they show.
 */
const sectionFields = `
  "sections": coalesce(
    sections[]{
      _key,
      _type,
      ${heroFields},
      ${trustFields},
      ${featuresFields},
      ${howItWorksFields},
      ${solutionsFields},
      ${pricingFields},
      ${faqFields},
      ${apiDocsFields},
      ${infrastructureFields},
      ${featuresTableFields},
      ${closingCtaFields}
    },
    []
  )
` as const;

/** The front page. */
export const homePageQuery = defineQuery(`
  *[_type == "homePage" && _id == "homePage"][0]{
    _updatedAt,
    ${sectionFields},
    seo { ${seoFields} }
  }
`);

/** Whether the page with the slug `$slug` is a landing page or a legal page; null without one. */
export const pageTypeQuery = defineQuery(
  `*[_type in ["page", "legalPage"] && slug.current == $slug][0]._type`,
);

/** The landing page with the slug `$slug`. */
export const pageQuery = defineQuery(`
  *[_type == "page" && slug.current == $slug][0]{
    _id,
    title,
    "slug": slug.current,
    ${sectionFields},
    seo { ${seoFields} }
  }
`);
