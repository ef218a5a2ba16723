import { maxEntries } from "../../../schemas/validation/max-entries";
import { isRecord } from "../../../schemas/edits/is-record";

/**
 * What pages show of one field at most. The lake takes documents of any size from scripts, imports
 * and leaked tokens, and rendering them blocked the site: a paragraph of 14,000 spans for so long
 * that the launcher took the process for hung, a site's name of 500 kB for 0.8 s a page.
 */
export const bounds = {
  /** Characters of a text that is never cut: a name that decides what is rendered. */
  nameCharacters: 100,
  /** Characters of one text: a long code sample has some thousand. */
  characters: 20_000,
  /** Paragraphs and blocks of one text, sections of a page, or entries of a list. */
  entries: maxEntries,
  /** Entries inside of those, all together: spans, links, cells. */
  innerEntries: 5_000,
  /** Spans of one paragraph: they are nested by their marks in quadratic time. */
  spans: 100,
  /** Marks of one span. */
  marks: 10,
  /** Levels of a list: 500 exceeded the stack. */
  levels: 10,
  /**
   * Entries of all fields of one result together, and the documents inside of them: 24 releases of
   * 500 lines each took 35 seconds to render, and 37 ended the process, again after each restart.
   */
  allEntries: 10_000,
  /** Characters of all texts inside of the entries of one result. */
  allCharacters: 2_000_000,
};

/** What may still be shown of one result. */
interface Total {
  entries: number;
  characters: number;
}

/** What may still be shown inside of one field. */
interface Budget {
  entries: number;
}

/**
 * A result of a query within {@link bounds}: what is beyond them is left out. Half of a character
 * that is two code units is replaced: it has no encoding in a URL, and one in the version of a
 * release ended its feed with an error, and the search of the whole site.
 */
export const withinBounds = (result: unknown): unknown =>
  bounded(result, { entries: bounds.allEntries, characters: bounds.allCharacters }, null);

/** @param budget of the entries inside of a list; null outside of lists */
function bounded(value: unknown, total: Total, budget: Budget | null): unknown {
  if (typeof value === "string") return boundedText(value, total, budget);
  if (Array.isArray(value)) return boundedList(value, total, budget);
  if (!isRecord(value)) return value;
  const fields =
    value._type === "block"
      ? withFewSpans(value)
      : value._type === "span"
        ? withFewLines(value, total, budget)
        : value;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, bounded(field, total, budget)]),
  );
}

/** Names such as `_type` decide what is rendered: they are short, and stay whole. */
function boundedText(text: string, total: Total, budget: Budget | null): string {
  text = text.toWellFormed();
  if (!budget) return cutText(text, bounds.characters);
  const max = Math.max(Math.min(bounds.characters, total.characters), bounds.nameCharacters);
  total.characters -= Math.min(text.length, max);
  return cutText(text, max);
}

function boundedList(values: readonly unknown[], total: Total, budget: Budget | null): unknown[] {
  const areEntries = values.some(isEntry);
  // Documents are as many as there are, but those that each entry shows.
  if (!areEntries && !budget) return values.map((value) => bounded(value, total, budget));
  const max = areEntries ? Math.min(bounds.entries, budget?.entries ?? Infinity) : Infinity;
  const shown = values.slice(0, Math.min(max, total.entries));
  total.entries -= shown.length;
  if (areEntries && budget) budget.entries -= shown.length;
  const inner = budget ?? { entries: bounds.innerEntries };
  return shown.map((value) => bounded(value, total, inner));
}

/** Members of a field, by Sanity's convention; a paragraph without a key is rendered, too. */
const isEntry = (value: unknown) =>
  typeof value === "string" || (isRecord(value) && ("_key" in value || value._type === "block"));

/** The paragraph with few spans: the text of all others is in the last one, without marks. */
function withFewSpans(block: Record<string, unknown>): Record<string, unknown> {
  const { children, level } = block;
  // Whole ones: of fractions there could be any number within the bound.
  if (typeof level === "number")
    block = { ...block, level: Math.min(Math.max(1, Math.round(level)), bounds.levels) };
  if (!Array.isArray(children)) return block;
  const spans = children.map((child: unknown) => withFewMarks(child));
  if (spans.length <= bounds.spans) return { ...block, children: spans };
  const rest = spans.splice(bounds.spans - 1);
  const text = rest
    .map((span) => (isRecord(span) && typeof span.text === "string" ? span.text : ""))
    .join("");
  return { ...block, children: [...spans, { _type: "span", _key: "rest", marks: [], text }] };
}

/**
 * Each line end of a span is an element of the page, and counts as an entry: a hundred texts of
 * 20,000 line ends took the site 20 seconds. Beyond the budget they are spaces.
 */
function withFewLines(span: Record<string, unknown>, total: Total, budget: Budget | null) {
  if (typeof span.text !== "string") return span;
  const lines = span.text.split("\n");
  const shown = Math.min(lines.length - 1, total.entries, budget?.entries ?? Infinity);
  total.entries -= shown;
  if (budget) budget.entries -= shown;
  const rest = lines.splice(shown + 1);
  return rest.length > 0 ? { ...span, text: `${lines.join("\n")} ${rest.join(" ")}` } : span;
}

function withFewMarks(span: unknown): unknown {
  if (!isRecord(span) || !Array.isArray(span.marks)) return span;
  return { ...span, marks: span.marks.slice(0, bounds.marks) };
}

/** Not in the middle of a character. */
const cutText = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
