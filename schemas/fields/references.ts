import { defineArrayMember, defineField } from "@sanity/types";

/** Documents of one type that an editor chooses and orders, each once and at least one. */
export const chosenDocumentsField = ({
  type,
  ...field
}: {
  name: string;
  title: string;
  description?: string;
  type: string;
}) =>
  defineField({
    ...field,
    type: "array",
    of: [defineArrayMember({ type: "reference", to: [{ type }] })],
    validation: (rule) =>
      rule.required().min(1).unique().error(`${field.title}: choose at least one, and none twice.`),
  });
