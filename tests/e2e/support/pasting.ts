import type { Page } from "@playwright/test";
import type { SanityClient } from "@sanity/client";
import { studio } from "./studio";
import { expect } from "./test";

/** Opens an article whose text is one empty paragraph, with the caret in it. */
export async function startArticle(page: Page, lake: SanityClient, id: string) {
  await lake.createIfNotExists({ _id: `drafts.${id}`, _type: "post", title: id });
  await studio.open(page, `blog;post;${id}`);
  await expect(studio.field(page, "Title")).toHaveValue(id);
  await studio.writeBody(page, "");
}

/**
 * Pastes as the browser does, but from a clipboard that the test fills: a real one takes no HTML as
 * Word writes it.
 *
 * @param pictures PNG files, in base64
 */
export async function paste(page: Page, data: Record<string, string>, pictures: string[] = []) {
  await page.evaluate(
    ({ data, pictures }) => {
      const clipboardData = new DataTransfer();
      for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text);
      for (const picture of pictures) {
        const bytes = Uint8Array.from(atob(picture), (sign) => sign.charCodeAt(0));
        clipboardData.items.add(new File([bytes], "image.png", { type: "image/png" }));
      }
      document.activeElement?.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
      );
    },
    { data, pictures },
  );
}

interface Block {
  _type: string;
  style?: string;
  listItem?: string;
  language?: string;
  code?: string;
  /** Of a picture. */
  asset?: { _ref: string };
  alt?: string;
  /** Of a quote. */
  text?: string;
  rows?: { cells: string[] }[];
  markDefs?: { href: string }[];
  children?: { text: string; marks: string[] }[];
}

/**
 * The text of the draft, one block per line: its type, its text with marked parts between
 * asterisks, its links.
 */
export async function written(lake: SanityClient, id: string): Promise<string[]> {
  const blocks = await lake.fetch<Block[] | null>("*[_id == $id][0].content", {
    id: `drafts.${id}`,
  });
  return (blocks ?? []).map((block) => {
    const {
      _type,
      style,
      listItem,
      language,
      code,
      asset,
      alt,
      text,
      rows,
      children = [],
      markDefs = [],
    } = block;
    if (code) return `${language}: ${code}`;
    if (asset) return `${_type}: ${alt ?? ""}`;
    if (text) return `${_type}: ${text}`;
    if (rows) return `${_type}: ${rows.map(({ cells }) => cells.join(" | ")).join(" / ")}`;
    const words = children.map(({ text, marks }) => (marks.length > 0 ? `*${text}*` : text));
    const line = `${listItem ?? style}: ${words.join("").replace(/\.$/, "")}`;
    return [line, ...markDefs.map(({ href }) => href)].join(" ");
  });
}
