import { z } from "zod";
import { schemaTypes } from ".";

/**
 * The parts of a schema definition that tests check; Sanity's own union does not expose them
 * without casts.
 */
export interface Definition {
  name?: string;
  title?: string;
  type: string;
  fields?: Definition[];
  of?: Definition[];
  to?: { type: string }[];
  options?: { list?: unknown[] };
  validation?: (rule: unknown) => unknown;
}

const definition: z.ZodType<Definition> = z.lazy(() =>
  z.object({
    name: z.string().optional(),
    title: z.string().optional(),
    type: z.string(),
    fields: z.array(definition).optional(),
    of: z.array(definition).optional(),
    to: z.array(z.object({ type: z.string() })).optional(),
    options: z.object({ list: z.array(z.unknown()).optional() }).optional(),
    validation: z
      .custom<(rule: unknown) => unknown>((value) => typeof value === "function")
      .optional(),
  }),
);

/** The type that the Studio's code-input plugin adds. */
const code: Definition = {
  name: "code",
  type: "object",
  fields: ["language", "filename", "code"].map((name) => ({ name, type: "string" })),
};

const named = z
  .array(definition)
  .parse(schemaTypes)
  .concat(code)
  .map((type): [string, Definition] => [type.name ?? "", type]);

/** Every type of the content model by its name. */
export const definitions = new Map(named);

/**
 * A field or array member with what its named type adds: fields, members and options of
 * `callToAction` for a field of type `callToAction`.
 */
export const resolved = (field: Definition): Definition => {
  const base = definitions.get(field.type);
  return base ? { ...base, ...field, type: base.type } : field;
};
