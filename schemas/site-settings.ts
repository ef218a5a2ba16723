import { defineArrayMember, defineField, defineType, type FieldDefinition } from "@sanity/types";
import { behaviorField } from "./fields/behavior";
import { imageField } from "./fields/image";
import { siteBarFields } from "./fields/site-bar";
import { requiredLine } from "./fields/text";

const email = (name: string, title: string) =>
  defineField({
    name,
    title,
    type: "string",
    validation: (rule) => [
      rule.required().error(`${title} is empty: pages and buttons write to it.`),
      rule.email().error("This does not look like an email address."),
    ],
  });

const outsideLink = (name: string, title: string, description: string): FieldDefinition =>
  defineField({
    name,
    title,
    description,
    type: "url",
    validation: (rule) => rule.uri({ scheme: ["http", "https"] }).error("Begin with https://."),
  });

/**
 * What every page needs to know about the company: its name, how to reach it, where its other sites
 * are, the menus.
 */
export const siteSettings = defineType({
  name: "siteSettings",
  title: "Site settings",
  type: "document",
  groups: [
    { name: "brand", title: "Brand", default: true },
    { name: "contact", title: "Contact" },
    { name: "links", title: "Outside links" },
    { name: "menus", title: "Menus" },
    { name: "behavior", title: "Behavior" },
    { name: "seo", title: "Search and sharing" },
  ],
  fields: [
    requiredLine({
      name: "brandName",
      title: "Product name",
      group: "brand",
      max: 24,
      why: "It is shown in the navigation bar and in every page title.",
    }),
    defineField({
      name: "legalName",
      title: "Company name",
      description: "As registered; shown in the footer and given to search engines.",
      type: "string",
      group: "brand",
    }),
    defineField({
      name: "logo",
      title: "Logo",
      description:
        "Beside the name, 28 pixels high, and in the browser’s tab: an SVG, or a PNG with a transparent background. One that is more than twice as wide as high stands in place of the name, but is hard to see in the tab. Empty: the mark that the site came with.",
      type: "image",
      group: "brand",
      options: { accept: "image/svg+xml,image/png,image/webp" },
    }),
    defineField({
      name: "accentColor",
      title: "Accent color",
      description:
        "The color of links, buttons and highlights, such as #19c3ee. Where it would be hard to read, the nearest readable shade is shown. Empty: cyan.",
      type: "string",
      group: "brand",
      validation: (rule) =>
        rule
          .regex(/^#[0-9a-f]{6}$/i, { name: "color" })
          .error("Write a # and six digits or letters from A to F, such as #19c3ee."),
    }),
    requiredLine({ name: "tagline", title: "Tagline", group: "brand", max: 80 }),
    defineField({
      name: "emails",
      title: "Email addresses",
      type: "object",
      group: "contact",
      fields: [
        email("general", "General email"),
        email("sales", "Sales email"),
        email("support", "Support email"),
      ],
      validation: (rule) => rule.required().error("Fill in the three email addresses."),
    }),
    defineField({
      name: "phones",
      title: "Phone numbers",
      type: "array",
      group: "contact",
      of: [defineArrayMember({ type: "phoneLine" })],
    }),
    requiredLine({ name: "supportHours", title: "Support hours", group: "contact" }),
    defineField({
      name: "address",
      title: "Office address",
      type: "object",
      group: "contact",
      fields: [
        requiredLine({ name: "street", title: "Street" }),
        requiredLine({ name: "city", title: "City" }),
        requiredLine({ name: "region", title: "State or region" }),
        requiredLine({ name: "postalCode", title: "Postal code" }),
        requiredLine({ name: "country", title: "Country" }),
        defineField({
          name: "countryCode",
          title: "Country code",
          description: "Two letters, for search engines.",
          type: "string",
          validation: (rule) =>
            rule.length(2).uppercase().error("Two capital letters, such as US."),
        }),
      ],
      validation: (rule) => rule.required().error("The contact page shows the address."),
    }),
    defineField({
      name: "links",
      title: "Outside links",
      type: "object",
      group: "links",
      fields: [
        outsideLink("crafter", "Crafter app", "Where Get Started Free leads. Empty: to /signup."),
        outsideLink("apiDocs", "API docs", "The public API reference. Empty: /docs."),
        outsideLink("apiCollection", "API collection", "For API clients. Empty: /docs."),
        outsideLink("apiPlayground", "API playground", "To try requests. Empty: /docs."),
        outsideLink("repository", "Repository", "The company’s code. Empty: no link."),
        outsideLink("professionalNetwork", "Professional network", "Empty: no link."),
        outsideLink("map", "Map", "The office on a map. Empty: no link."),
      ],
    }),
    defineField({
      name: "navigation",
      title: "Navigation bar",
      description: "A link to /documentation opens the documentation dialog.",
      type: "array",
      group: "menus",
      of: [defineArrayMember({ type: "callToAction" })],
      validation: (rule) => rule.max(6).warning("More than six do not fit beside the buttons."),
    }),
    defineField({
      name: "footerGroups",
      title: "Footer",
      type: "array",
      group: "menus",
      of: [defineArrayMember({ type: "linkGroup" })],
    }),
    defineField({
      name: "footerText",
      title: "Footer text",
      type: "text",
      rows: 2,
      group: "menus",
    }),
    defineField({
      name: "mobileBar",
      title: "Bar at the bottom of phones",
      type: "object",
      group: "menus",
      fields: [
        defineField({ name: "callToAction", title: "Button", type: "callToAction" }),
        defineField({ name: "note", title: "Note beside it", type: "string" }),
      ],
    }),
    defineField({
      name: "announcement",
      title: "Announcement",
      description: "One line above every page.",
      type: "object",
      group: "behavior",
      fields: siteBarFields(),
    }),
    behaviorField,
    defineField({
      name: "allowsAiCrawlers",
      title: "Allow AI crawlers",
      description:
        "Off: robots.txt asks the crawlers that collect texts to train AI models to stay away, which they may ignore. Search engines, and programs that read a page because a person asked about it, are not affected.",
      type: "boolean",
      group: "seo",
      initialValue: true,
    }),
    defineField({
      name: "seo",
      title: "Defaults for search and sharing",
      type: "object",
      group: "seo",
      fields: [
        requiredLine({
          name: "description",
          title: "Description",
          description: "For pages without one of their own.",
          max: 160,
          why: "Search engines cut descriptions there.",
        }),
        imageField({
          name: "image",
          title: "Picture for link previews",
          description: "1200 × 630 pixels or larger.",
        }),
      ],
      validation: (rule) => rule.required().error("Give search engines a description."),
    }),
  ],
  preview: { prepare: () => ({ title: "Site settings" }) },
});
