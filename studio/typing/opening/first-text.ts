import { set, type ArrayOfObjectsInputProps, type FormPatch, type ObjectSchemaType } from "sanity";

/**
 * What writes a text into an item of a list, or a block of a text, without its dialog: into the
 * field that has the focus when that opens. Null for one without such a field, or with a text.
 */
export function firstTextPatch(
  { value, schemaType }: Pick<ArrayOfObjectsInputProps, "value" | "schemaType">,
  key: string,
  text: string,
): FormPatch | null {
  const item: Record<string, unknown> | undefined = value?.find(({ _key }) => _key === key);
  const type = schemaType.of.find(({ name }) => name === item?._type) ?? schemaType.of[0];
  const field = type && "fields" in type ? firstTextField(type) : undefined;
  return !item || !field || item[field] ? null : set(text, [{ _key: key }, field]);
}

function firstTextField({ name, fields }: Pick<ObjectSchemaType, "name" | "fields">) {
  // The first one is the name of a file.
  if (name === "code") return "code";
  return fields.find(({ type }) => type.jsonType === "string" && !type.options?.list)?.name;
}
