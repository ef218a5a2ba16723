/**
 * Parts of GROQ projections and filters that several entities share. Type generation follows these
 * imports, so they are plain template strings: no functions, no conditions.
 */

/**
 * After a list that a page shows whole. A writing token created 30,000 changelog entries within
 * seconds, and each visit to /changelog then took eight seconds of the processor.
 */
export const wholeList = "[0...500]" as const;

/**
 * Inside an image: what an `<img>` needs. The id says the size, and the URL follows from it: the
 * one in the asset has the host of the day on which it was uploaded.
 */
export const imageFields = `
  alt,
  hotspot,
  crop,
  asset->{ _id, metadata { lqip } }
`;

/** Inside `seo`. */
export const seoFields = `
  title,
  description,
  noIndex,
  image { ${imageFields} }
` as const;

/** Inside a document: its path on this site; null for a document without a page. */
export const pathField = `
  "path": select(
    _type == "post" => "/blog/" + slug.current,
    _type == "solution" => "/solutions/" + slug.current,
    _type == "feature" => "/docs/" + slug.current,
    _type == "jobOpening" => "/careers/" + id.current,
    _type in ["legalPage", "page"] => "/" + slug.current,
    _type == "homePage" => "/",
    _type == "aboutPage" => "/about",
    _type == "blogPage" => "/blog",
    _type == "careersPage" => "/careers",
    _type == "changelogPage" => "/changelog",
    _type == "contactPage" => "/contact",
    _type == "docsPage" => "/docs",
    _type == "securityPage" => "/security",
    _type == "solutionsPage" => "/solutions"
  )
`;

/**
 * Inside a `link` (running text): the URL it leads to. It reads nothing of Site settings, so that
 * the lake can answer a query for one article without a scan.
 */
const linkHref = `"href": coalesce(href, reference->{ ${pathField} }.path)` as const;

/**
 * Inside a `destination`: the URL it leads to. What a new site has not set leads to the page of its
 * own that comes nearest.
 */
export const destinationHref = `
  "href": coalesce(
    href,
    reference->{ ${pathField} }.path,
    *[_type == "siteSettings" && _id == "siteSettings"][0]{
      "address": select(
        ^.outside == "crafter" => coalesce(links.crafter, "/signup"),
        ^.outside == "apiDocs" => coalesce(links.apiDocs, "/docs"),
        ^.outside == "apiCollection" => coalesce(links.apiCollection, "/docs"),
        ^.outside == "apiPlayground" => coalesce(links.apiPlayground, "/docs"),
        ^.outside == "repository" => links.repository,
        ^.outside == "professionalNetwork" => links.professionalNetwork,
        ^.outside == "map" => links.map,
        ^.outside == "generalEmail" => "mailto:" + emails.general,
        ^.outside == "salesEmail" => "mailto:" + emails.sales,
        ^.outside == "supportEmail" => "mailto:" + emails.support
      )
    }.address + select(
      defined(subject) => "?subject=" + array::join(string::split(subject, " "), "%20"),
      ""
    )
  )
` as const;

/** Inside a `callToAction`. */
export const callToActionFields = `
  label,
  event,
  "href": destination { ${destinationHref} }.href
` as const;

/** Inside an announcement or the service notice, which are bars above every page. */
export const siteBarFields = `text, callToAction { ${callToActionFields} }` as const;

/** Inside a `code`. */
export const codeFields = `language, filename, code`;

/** Inside a text block of Portable Text. */
export const textBlockFields = `
  _key,
  _type,
  style,
  listItem,
  level,
  "children": coalesce(children[] { _key, _type, "text": coalesce(text, ""), "marks": coalesce(marks, []) }, []),
  "markDefs": coalesce(markDefs[] { _key, _type, ${linkHref} }, [])
` as const;

/** Inside an `articleBody`. */
export const articleBodyFields = `
  _key,
  _type,
  _type == "block" => { ${textBlockFields} },
  _type == "image" => { caption, ${imageFields} },
  _type == "code" => { ${codeFields} },
  _type == "quote" => { text, attribution, role },
  _type == "callout" => { tone, title, "content": coalesce(content[] { ${textBlockFields} }, []) },
  _type == "table" => { caption, "rows": coalesce(rows[] { _key, "cells": coalesce(cells, []) }, []) },
  _type == "video" => { title, url }
` as const;

/**
 * Inside a filter: visitors may see the document at the time `$now` (an ISO date and time). Without
 * a time ("") it is shown: a preview shows scheduled documents.
 */
export const isShown = `
  ($now == "" || (
    (!defined(publishAt) || dateTime(publishAt) <= dateTime($now))
    && (!defined(unpublishAt) || dateTime(unpublishAt) > dateTime($now))
  ))
`;

/**
 * Inside a filter of job openings: whether applications are still taken at the time `$now`. An
 * opening without its own last day takes them if it was posted on `$postedSince` or later.
 */
export const takesApplications = `
  ($now == "" || select(
    defined(validThrough) => validThrough + "T23:59:59.999Z" >= $now,
    defined(postedDate) => postedDate >= $postedSince,
    true
  ))
`;
