import { defineField } from "@sanity/types";

type TextField = {
  name: string;
  title: string;
  description?: string;
  group?: string;
  fieldset?: string;
  /**
   * The length above which the Studio warns; it does not refuse, because the text is still shown.
   */
  max?: number;
  /** What happens to a longer text, in an editor's terms. */
  why?: string;
};

const missing = (title: string) => `Fill in “${title}”: visitors would see a gap.`;
const tooLong = (max: number, why = "Longer text wraps badly.") =>
  `Keep it under ${max} characters. ${why}`;

/** One line of text that an editor must fill in. */
export const requiredLine = ({ max, why, ...field }: TextField) =>
  defineField({
    ...field,
    type: "string",
    validation: (rule) =>
      max
        ? [rule.required().error(missing(field.title)), rule.max(max).warning(tooLong(max, why))]
        : rule.required().error(missing(field.title)),
  });

/**
 * A paragraph or several of plain text that an editor must fill in; blank lines separate
 * paragraphs.
 */
export const requiredText = ({ max, why, rows = 3, ...field }: TextField & { rows?: number }) =>
  defineField({
    ...field,
    type: "text",
    rows,
    validation: (rule) =>
      max
        ? [rule.required().error(missing(field.title)), rule.max(max).warning(tooLong(max, why))]
        : rule.required().error(missing(field.title)),
  });

const headingBreadth = "Headings are set large and fill two lines at most.";

/**
 * The heading and the sentence under it that most sections and pages begin with.
 *
 * @param whenEmpty what the heading is when an editor leaves it out, for one that may be left out
 */
export const headingFields = ({
  group,
  whenEmpty,
}: { group?: string; whenEmpty?: string } = {}) => [
  whenEmpty === undefined
    ? requiredLine({ name: "heading", title: "Heading", group, max: 80, why: headingBreadth })
    : defineField({
        name: "heading",
        title: "Heading",
        description: `Empty: ${whenEmpty}.`,
        type: "string",
        group,
        validation: (rule) => rule.max(80).warning(headingBreadth),
      }),
  defineField({
    name: "lead",
    title: "Lead",
    description: "One or two sentences under the heading.",
    type: "text",
    rows: 3,
    group,
    validation: (rule) =>
      rule.max(280).warning("Keep it under 280 characters: a lead is read at a glance."),
  }),
];
