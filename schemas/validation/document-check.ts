import { definitions, resolved, type Definition } from "../definition";
import { isRecord } from "../edits/is-record";
import { RecordedRule, type Level } from "./rule-recorder";

/** An error or warning in a document. */
export interface Problem {
  level: Level;
  /** Its path inside the document, such as `seo.title`; empty for the document itself. */
  path: string;
  /** The message of the form. */
  message: string;
}

const typeChecks: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === "string",
  text: (value) => typeof value === "string",
  url: (value) => typeof value === "string",
  date: (value) => typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value),
  datetime: (value) => typeof value === "string" && !Number.isNaN(Date.parse(value)),
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  slug: (value) => isRecord(value) && typeof value.current === "string",
  array: Array.isArray,
  reference: (value) => isRecord(value) && typeof value._ref === "string",
  object: isRecord,
  image: isRecord,
  file: isRecord,
  block: isRecord,
};

/** As in Sanity, each rule of a field also requires one of its choices. */
function rulesOf({ options, validation }: Definition): RecordedRule[] {
  const choices = options?.list?.map((item) => (isRecord(item) ? item.value : item));
  const begin = RecordedRule.empty.present(
    (value) => choices?.includes(value) ?? true,
    "Not one of the choices.",
  );
  const rules = [validation?.(begin)].flat().filter((rule) => rule instanceof RecordedRule);
  return rules.length > 0 ? rules : [begin];
}

/**
 * The message about a value of another type than its field: the rules, which rely on the type, are
 * not run.
 */
const typeMismatch = ({ type }: Definition, rules: RecordedRule[]): string =>
  rules.find(({ level, words }) => level === "error" && words)?.words ??
  `This is not ${/^[aeiou]/.test(type) ? "an" : "a"} ${type}.`;

/** The fields that Sanity adds to those of the definition. */
const builtIn: Record<string, string[]> = {
  image: ["asset", "hotspot", "crop"],
  file: ["asset"],
  block: ["style", "listItem", "level", "children", "markDefs"],
};

/**
 * What is wrong with a document according to its own schema, with the messages of the form. Rules
 * that need other documents are left to the check of the whole content.
 *
 * @param document a document as the lake stores it
 * @returns errors, which keep it from being published, and warnings, which do not
 */
export const problemsOf = (document: Record<string, unknown>): Problem[] => {
  const visit = (value: unknown, field: Definition, parent: unknown, path: string): Problem[] => {
    const type = resolved(field);
    const rules = rulesOf(type);
    if (value !== undefined && value !== null && typeChecks[type.type]?.(value) === false) {
      return [error(path, typeMismatch(type, rules))];
    }
    const broken = rules.flatMap((rule) =>
      rule.verdicts(value, { parent, document }).map(({ message, field }) => ({
        level: rule.level,
        message,
        path: [path, ...field].filter(Boolean).join("."),
      })),
    );
    if (Array.isArray(value)) return [...broken, ...members(value, type, path)];
    if (isRecord(value) && ["document", "object", "image", "file", "block"].includes(type.type)) {
      broken.push(...contents(value, type, path && `${path}.`));
    }
    return broken;
  };

  const contents = (value: Record<string, unknown>, type: Definition, prefix: string) => {
    const fields = type.fields ?? [];
    const names = [...fields.map(({ name }) => name), ...(builtIn[type.type] ?? [])];
    const unknown = Object.keys(value)
      .filter((name) => !name.startsWith("_") && !names.includes(name))
      .map((name) => error(prefix + name, "The type has no such field."));
    return unknown.concat(
      fields.flatMap(({ name = "", ...field }) =>
        visit(value[name], { name, ...field }, value, prefix + name),
      ),
    );
  };

  const members = (items: unknown[], type: Definition, path: string) => {
    const keys = items.flatMap((item) => (isRecord(item) ? [item._key] : []));
    const unkeyed = keys.some((key) => typeof key !== "string" || !key);
    const twice = new Set(keys).size !== keys.length;
    const inner = items.flatMap((item, index) => {
      const name = isRecord(item) ? item._type : typeof item;
      const member = type.of?.find((candidate) => (candidate.name ?? candidate.type) === name);
      return member
        ? visit(item, member, items, `${path}[${index}]`)
        : [error(`${path}[${index}]`, `The list does not accept ${String(name)}.`)];
    });
    return [
      ...(unkeyed ? [error(path, "An entry has no _key.")] : []),
      ...(twice ? [error(path, "Two entries have one _key.")] : []),
      ...inner,
    ];
  };

  const type = definitions.get(String(document._type));
  return type
    ? visit(document, type, undefined, "")
    : [error("", `There is no type ${String(document._type)}.`)];
};

const error = (path: string, message: string): Problem => ({ level: "error", path, message });
