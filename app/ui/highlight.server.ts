import { LRUCache } from "lru-cache";
import { createCssVariablesTheme, createHighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import { bundledLanguages } from "shiki/langs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ComputationTimeout, Mutex, processorTime, TokenBuckets, withinTime } from "@platen/kit";
import { codeLanguage } from "../../schemas/fields/code-languages";
import type { HighlightedCode } from "./code-block";
import { escapeHtml } from "./escape-html";

const inks = createCssVariablesTheme({ name: "inks", variablePrefix: "", fontStyle: false });
const theme = {
  ...inks,
  tokenColors: [
    ...(inks.tokenColors ?? []),
    // The shell's grammar calls every bare word a string: a whole call would be yellow.
    { scope: ["string.unquoted", "constant.other.option"], settings: { foreground: "inherit" } },
  ],
};
const openHighlighter = () =>
  createHighlighterCore({
    themes: [theme],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
let highlighter = openHighlighter();

const cache = new LRUCache<string, string>({
  maxSize: 4_000_000,
  sizeCalculation: (s) => s.length + 1,
});

/**
 * Longer code, and longer lines, are shown without colors: grammars are slow, and a page should not
 * wait for them.
 */
const maxCodeLength = 20_000;
const maxLineLength = 500;

/**
 * The time limit of one block, including the compilation of the grammar for the first of a
 * language. The expressions of a grammar can take time quadratic in a line's length: one published
 * post with a line of 20,000 letters hung the site at every start.
 */
const maxMilliseconds = 1_000;

/** How many times as long it may take once more, where it had little of the processor. */
const secondTryFactor = 4;

/**
 * Milliseconds of the processor for all code together: what comes when they are used up is plain
 * until its page is rendered again. The blocks of one article, each just within its time limit,
 * blocked the site for 28 s, until the launcher took it for hung.
 */
const time = new TokenBuckets({ burst: 4_000, perSecond: 100 });

/** Languages of which code has been shown since the start. */
const shown = new Set<string>();

/** One block in each turn of the event loop, between which others' requests have theirs. */
const turns = new Mutex();

interface Code {
  language: string | null;
  filename: string | null;
  code: string | null;
}

/**
 * Code as HTML: spans with the classes of app.css (`tok-keyword` and so on), everything else
 * escaped.
 *
 * @returns null for no code. An unknown language, and code that its grammar fails on, stay plain.
 */
export async function highlight(source: Code | null | undefined): Promise<HighlightedCode | null> {
  const code = source?.code?.trimEnd();
  if (!source || !code) return null;
  const written = source.language ?? "text";
  // Only languages that forms offer are colored: the grammar of one other takes exponential time.
  const language = codeLanguage(written);
  const key = `${language}\n${code}`;
  const html = cache.get(key) ?? (await turns.run(() => toCachedHtml(code, language, key)));
  return { html, code, language: written, filename: source.filename };
}

async function toCachedHtml(code: string, language: string, key: string): Promise<string> {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  if (time.waitFor([{ key: "all", tokens: 0 }]) > 0) return escapeHtml(code);
  await nextTurn();
  const started = processorTime();
  const html = await toHtml(code, language);
  // A start compiles several grammars, and must have time left for the code.
  if (shown.has(language)) time.reserve("all", processorTime() - started, Infinity);
  shown.add(language);
  cache.set(key, html);
  return html;
}

async function toHtml(
  code: string,
  language: string,
  milliseconds = maxMilliseconds,
): Promise<string> {
  const grammar = Object.entries(bundledLanguages).find(([name]) => name === language)?.[1];
  if (!grammar || code.length > maxCodeLength) return escapeHtml(code);
  const shiki = await highlighter;
  if (!shiki.getLoadedLanguages().includes(language)) await shiki.loadLanguage(grammar);
  try {
    const { tokens } = withinTime(milliseconds, () =>
      shiki.codeToTokens(code, {
        lang: language,
        theme: "inks",
        tokenizeMaxLineLength: maxLineLength,
        // Checked between two expressions only, and a busy machine would leave the end of a line
        // plain.
        tokenizeTimeLimit: 0,
      }),
    );
    return tokens
      .map((line) => line.map(({ content, color }) => span(content, color)).join(""))
      .join("\n");
  } catch (error) {
    if (!(error instanceof ComputationTimeout)) throw error;
    // It was stopped in the middle of its work: its cached grammars may be incomplete.
    highlighter = openHighlighter();
    // Plain code is cached as such: on a busy machine a page showed its code without colors until
    // it changed.
    const mayTryAgain = error.wasStarved() && milliseconds === maxMilliseconds;
    return mayTryAgain ? toHtml(code, language, milliseconds * secondTryFactor) : escapeHtml(code);
  }
}

/** The theme's colors are names of variables, such as var(--token-string-expression). */
function span(content: string, color: string | undefined): string {
  const kind = /token-([a-z]+)/.exec(color ?? "")?.[1];
  const text = escapeHtml(content);
  return kind && content.trim() ? `<span class="tok-${kind}">${text}</span>` : text;
}
