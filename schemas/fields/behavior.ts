import { defineField } from "@sanity/types";

/** A choice between ways in which the site may behave, by the value of each. */
const behaviorSwitch = ({
  choices,
  ...field
}: {
  name: string;
  title: string;
  description?: string;
  choices: Record<string, string>;
  initialValue: string;
}) =>
  defineField({
    ...field,
    type: "string",
    options: {
      list: Object.entries(choices).map(([value, title]) => ({ title, value })),
      layout: "radio",
    },
  });

/** Where the site does what the specification says, or what its users would expect instead. */
export const behaviorField = defineField({
  name: "behaviour",
  title: "Behavior",
  type: "object",
  group: "behavior",
  fields: [
    behaviorSwitch({
      name: "backToTop",
      title: "The back-to-top button",
      choices: { crafter: "opens the crafter app", scroll: "scrolls to the top" },
      initialValue: "crafter",
    }),
    behaviorSwitch({
      name: "blogPaging",
      title: "Previous and Next below the articles",
      choices: {
        notice: "show the coming-soon notice, below the 30 newest articles",
        pages: "turn the pages, of 12 articles each",
      },
      initialValue: "notice",
    }),
    behaviorSwitch({
      name: "archives",
      title: "Tags and categories of articles",
      choices: {
        notice: "show the coming-soon notice",
        pages: "lead to a page of their articles, which has a feed",
      },
      initialValue: "notice",
    }),
    behaviorSwitch({
      name: "likes",
      title: "Likes of articles",
      choices: {
        notice: "show the coming-soon notice",
        counted: "are counted, one a visitor",
      },
      initialValue: "notice",
    }),
    behaviorSwitch({
      name: "comments",
      title: "Comments on articles",
      description: "Moderators approve them under Admin → Comments.",
      choices: {
        notice: "show the coming-soon notice",
        firstHeld: "wait for approval until one of the same author was approved",
        eachHeld: "wait for approval, each of them",
      },
      initialValue: "notice",
    }),
    behaviorSwitch({
      name: "contactForm",
      title: "The contact form",
      description: "Administrators read messages under Admin → Messages.",
      choices: {
        mail: "opens the visitor’s email client",
        messages: "sends a message",
      },
      initialValue: "mail",
    }),
    behaviorSwitch({
      name: "cookieButton",
      title: "Manage Cookie Preferences in the Cookie Policy",
      description: "Many laws require consent to be as easy to withdraw as to give.",
      choices: {
        dialog: "opens the choice of cookies",
        notice: "shows the notice that it is in progress",
      },
      initialValue: "dialog",
    }),
    behaviorSwitch({
      name: "solutionPlace",
      title: "On the way to a solution page",
      choices: { top: "visitors begin at the top", keep: "the scroll position is kept" },
      initialValue: "top",
    }),
    defineField({
      name: "planActivation",
      title: "When a paid plan begins",
      description: "Below the buttons that request a plan. Empty: “Starts once approved.”",
      type: "string",
    }),
  ],
});
