import { defineField } from "@sanity/types";

/** Where the site does what the specification says, or what its users would expect instead. */
export const behaviorField = defineField({
  name: "behaviour",
  title: "Behavior",
  type: "object",
  group: "behaviour",
  fields: [
    defineField({
      name: "backToTop",
      title: "The back-to-top button",
      type: "string",
      options: {
        list: [
          { title: "opens the crafter app", value: "crafter" },
          { title: "scrolls to the top", value: "scroll" },
        ],
        layout: "radio",
      },
      initialValue: "crafter",
    }),
    defineField({
      name: "blogPaging",
      title: "Previous and Next below the articles",
      type: "string",
      options: {
        list: [
          {
            title: "show the coming-soon notice, below the 30 newest articles",
            value: "notice",
          },
          { title: "turn the pages, of 12 articles each", value: "pages" },
        ],
        layout: "radio",
      },
      initialValue: "notice",
    }),
    defineField({
      name: "cookieButton",
      title: "Manage Cookie Preferences in the Cookie Policy",
      description: "Many laws require consent to be as easy to withdraw as to give.",
      type: "string",
      options: {
        list: [
          { title: "opens the choice of cookies", value: "dialog" },
          { title: "shows the notice that it is in progress", value: "notice" },
        ],
        layout: "radio",
      },
      initialValue: "dialog",
    }),
    defineField({
      name: "solutionPlace",
      title: "On the way to a solution page",
      type: "string",
      options: {
        list: [
          { title: "visitors begin at the top", value: "top" },
          { title: "the scroll position is kept", value: "keep" },
        ],
        layout: "radio",
      },
      initialValue: "top",
    }),
  ],
});
