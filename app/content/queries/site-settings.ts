import { defineQuery } from "groq";
import { callToActionFields, imageFields, siteBarFields } from "./fragments";

/** What every page needs: brand, contacts, outside links, menus, behavior. */
export const siteSettingsQuery = defineQuery(`
  *[_type == "siteSettings" && _id == "siteSettings"][0]{
    brandName,
    legalName,
    tagline,
    logo { asset->{ _id } },
    accentColor,
    emails { general, sales, support },
    "phones": coalesce(phones[]{ _key, label, number, hours }, []),
    supportHours,
    address { street, city, region, postalCode, country, countryCode },
    links { crafter, apiDocs, apiCollection, apiPlayground, repository, professionalNetwork, map },
    "navigation": coalesce(navigation[]{ _key, ${callToActionFields} }, []),
    "footerGroups": coalesce(
      footerGroups[]{ _key, title, "links": coalesce(links[]{ _key, ${callToActionFields} }, []) },
      []
    ),
    footerText,
    mobileBar { note, callToAction { ${callToActionFields} } },
    "announcement": select(
      announcement.isShown == true => announcement { ${siteBarFields} }
    ),
    "archives": coalesce(behaviour.archives, "notice"),
    "backToTop": coalesce(behaviour.backToTop, "crafter"),
    "blogPaging": coalesce(behaviour.blogPaging, "notice"),
    "cookieButton": coalesce(behaviour.cookieButton, "dialog"),
    "solutionPlace": coalesce(behaviour.solutionPlace, "top"),
    seo { description, image { ${imageFields} } }
  }
`);

/** Which switches of an article's likes and comments are on: no other page needs them. */
export const engagementQuery = defineQuery(`
  *[_type == "siteSettings" && _id == "siteSettings"][0]{
    "likes": coalesce(behaviour.likes, "notice"),
    "comments": coalesce(behaviour.comments, "notice")
  }
`);

/** What the contact form does: no other page needs it. */
export const contactFormQuery = defineQuery(`
  *[_type == "siteSettings" && _id == "siteSettings"][0]{
    "contactForm": coalesce(behaviour.contactForm, "mail")
  }
`);

/** What robots.txt depends on: no page needs it. */
export const crawlersQuery = defineQuery(`
  *[_type == "siteSettings" && _id == "siteSettings"][0]{
    "allowsAi": coalesce(allowsAiCrawlers, true)
  }
`);

/** When a paid plan begins, in the editors' words: the page of the plans alone needs it. */
export const planActivationQuery = defineQuery(`
  *[_type == "siteSettings" && _id == "siteSettings"][0]{
    "text": behaviour.planActivation
  }
`);
