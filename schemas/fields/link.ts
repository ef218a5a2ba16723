import { defineField } from "@sanity/types";
import { places } from "../paths/page-path";
import { resolves } from "./path-exists";

/** The document types that have their own page, so that a link can point to them. */
export const linkableTypes = [
  ...places.filter((place) => "base" in place && !place.base.includes("#")),
  ...places.filter((place) => "at" in place),
].map(({ type }) => type);

/**
 * The links of Site settings that buttons can point to, so that each external URL is written down
 * once.
 */
const outsideLinks = [
  { title: "Crafter app", value: "crafter" },
  { title: "API docs", value: "apiDocs" },
  { title: "API collection", value: "apiCollection" },
  { title: "API playground", value: "apiPlayground" },
  { title: "Repository", value: "repository" },
  { title: "Professional network", value: "professionalNetwork" },
  { title: "Map", value: "map" },
  { title: "General email", value: "generalEmail" },
  { title: "Sales email", value: "salesEmail" },
  { title: "Support email", value: "supportEmail" },
] as const;

const isFilled = (value: unknown) => value !== undefined && value !== null && value !== "";

/** True when the object holding a link has one of the named fields filled in. */
const hasAny = (parent: unknown, names: readonly string[]) =>
  typeof parent === "object" &&
  parent !== null &&
  Object.entries(parent).some(([name, value]) => names.includes(name) && isFilled(value));

/**
 * A `custom` rule against "contact", which Sanity's own allows, and which would lead elsewhere from
 * every page; and against "//host" and "/\\host", which look like paths but are another host to
 * browsers.
 */
export const isWhole = (href: string | undefined) =>
  !href || /^(\/(?![/\\\t\n\r])|[a-z]+:)/.test(href) || "Begin with / or with https://.";

/**
 * The start of every rule of a URL that may be a path: each rule of a `url` field contains Sanity's
 * own, which accepts only absolute URLs. A rule without this one warned about every path.
 */
export const anyHref = {
  allowRelative: true,
  scheme: ["http", "https", "mailto", "tel"],
};

/** A path of this site, an anchor, or an external URL. */
export const hrefField = defineField({
  name: "href",
  title: "Path or URL",
  description: "A path on this site such as /contact or /#pricing, or a full URL (https://…).",
  type: "url",
  hidden: ({ parent }) => hasAny(parent, ["reference", "outside"]),
  validation: (rule) => [
    rule
      .uri(anyHref)
      .custom(isWhole)
      .error("Begin with / for this site, or with https://, mailto: or tel:."),
    rule.uri(anyHref).custom(resolves).warning(),
  ],
});

/** A document with its own page; the URL follows when its slug changes. */
export const referenceField = defineField({
  name: "reference",
  title: "Page of this site",
  type: "reference",
  to: linkableTypes.map((type) => ({ type })),
  hidden: ({ parent }) => hasAny(parent, ["href", "outside"]),
});

/** One of the URLs in Site settings. */
export const outsideField = defineField({
  name: "outside",
  title: "Link from Site settings",
  type: "string",
  options: { list: [...outsideLinks] },
  hidden: ({ parent }) => hasAny(parent, ["href", "reference"]),
});

/** Refuses a link object with no URL, or with more than one. */
export const exactlyOneTarget = (value: unknown) => {
  const filled = ["href", "reference", "outside"].filter((name) => hasAny(value, [name]));
  if (filled.length === 1) return true;
  return filled.length === 0
    ? "The link leads nowhere. Choose a page, or enter a path or URL."
    : "The link leads to two places. Keep one and clear the other.";
};
