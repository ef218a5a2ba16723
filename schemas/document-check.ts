import { definitions, resolved, type Definition } from "./definition";

type Check = (value: unknown, parent: unknown, document: unknown) => string | true;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && !value.length);

/**
 * Stands in for Sanity's rule and notes what a schema asks for: presence, patterns and custom checks. Lengths and
 * ranges pass; the Studio reports them where an editor can do something about them.
 */
class NotedRule {
  constructor(readonly checks: readonly Check[] = []) {}

  private and(check: Check) {
    return new NotedRule([...this.checks, check]);
  }

  required() {
    return this.and((value) => !isEmpty(value) || "is missing");
  }
  regex(pattern: RegExp) {
    return this.and(
      (value) => typeof value !== "string" || pattern.test(value) || `does not match ${pattern}`,
    );
  }
  custom(check: (value: unknown, context: object) => unknown) {
    return this.and((value, parent, document) => {
      const verdict = check(value, { parent, document });
      // It asks the lake for other documents, which the check of the whole content has all before it.
      if (verdict instanceof Promise) return true;
      return verdict === true || String(verdict);
    });
  }
  error() {
    return this;
  }
  warning() {
    return this;
  }
  min() {
    return this;
  }
  max() {
    return this;
  }
  length() {
    return this;
  }
  integer() {
    return this;
  }
  uppercase() {
    return this;
  }
  unique() {
    return this.and((value) => {
      const items = Array.isArray(value)
        ? value.map((item: unknown) => (isObject(item) ? (item._ref ?? item._key) : item))
        : [];
      return new Set(items).size === items.length || "has an entry twice";
    });
  }
  uri() {
    return this.and(
      (value) =>
        typeof value !== "string" ||
        /^(\/|https?:\/\/|mailto:|tel:)/.test(value) ||
        "is not an address",
    );
  }
  email() {
    return this.and(
      (value) => typeof value !== "string" || /^\S+@\S+\.\S+$/.test(value) || "is not an e-mail",
    );
  }
}

/** @returns the rules of a definition, flattened to single checks */
const checksOf = ({ validation }: Definition): readonly Check[] =>
  [validation?.(new NotedRule())]
    .flat()
    .flatMap((rule) => (rule instanceof NotedRule ? rule.checks : []));

const fits: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === "string",
  text: (value) => typeof value === "string",
  url: (value) => typeof value === "string",
  date: (value) => typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value),
  datetime: (value) => typeof value === "string" && !Number.isNaN(Date.parse(value)),
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  slug: (value) => isObject(value) && typeof value.current === "string",
  array: Array.isArray,
  reference: (value) => isObject(value) && typeof value._ref === "string",
};

/** The fields that Sanity adds to what the definition names. */
const builtIn: Record<string, string[]> = {
  image: ["asset", "hotspot", "crop"],
  block: ["style", "listItem", "level", "children", "markDefs"],
};

/**
 * What keeps a document from being published, as far as its own schema says it.
 *
 * @param document a document as the lake stores it
 * @returns sentences that begin with the path; empty when all is well
 */
export const problemsOf = (document: Record<string, unknown>): string[] => {
  const visit = (value: unknown, field: Definition, parent: unknown, path: string): string[] => {
    const type = resolved(field);
    const rules = [...checksOf(field), ...(type === field ? [] : checksOf(definitionOf(field)))];
    const broken = rules
      .map((check) => check(value, parent, document))
      .filter((verdict) => verdict !== true)
      .map((verdict) => `${path} ${verdict}`);
    if (value === undefined) return broken;
    if (fits[type.type]?.(value) === false) return [...broken, `${path} is not a ${type.type}`];
    const choices = type.options?.list?.map((item) => (isObject(item) ? item.value : item));
    if (choices && !choices.includes(value)) broken.push(`${path} is not one of the choices`);
    if (Array.isArray(value)) return [...broken, ...members(value, type, path)];
    if (isObject(value) && ["document", "object", "image", "block"].includes(type.type)) {
      broken.push(...contents(value, type, path));
    }
    return broken;
  };

  const contents = (value: Record<string, unknown>, type: Definition, path: string) => {
    const fields = type.fields ?? [];
    const names = [...fields.map(({ name }) => name), ...(builtIn[type.type] ?? [])];
    const unknown = Object.keys(value)
      .filter((name) => !name.startsWith("_") && !names.includes(name))
      .map((name) => `${path}.${name} is not a field of the type`);
    return unknown.concat(
      fields.flatMap((field) =>
        visit(value[field.name ?? ""], field, value, `${path}.${field.name}`),
      ),
    );
  };

  const members = (items: unknown[], type: Definition, path: string) => {
    const keys = items.flatMap((item) => (isObject(item) ? [item._key] : []));
    const unkeyed = keys.some((key) => typeof key !== "string" || !key);
    const twice = new Set(keys).size !== keys.length;
    const inner = items.flatMap((item, index) => {
      const name = isObject(item) ? item._type : typeof item;
      const member = type.of?.find((candidate) => (candidate.name ?? candidate.type) === name);
      return member
        ? visit(item, member, items, `${path}[${index}]`)
        : [`${path}[${index}] is a ${String(name)}, which the list does not take`];
    });
    return [
      ...(unkeyed ? [`${path} has an entry without _key`] : []),
      ...(twice ? [`${path} has a _key twice`] : []),
      ...inner,
    ];
  };

  const type = definitions.get(String(document._type));
  return type
    ? contents(document, type, String(document._id))
    : [`${String(document._id)} has the unknown type ${String(document._type)}`];
};

const definitionOf = (field: Definition) => definitions.get(field.type) ?? field;
