import { PortableText, type PortableTextComponents } from "@portabletext/react";
import { cx } from "class-variance-authority";
import { memo, type ReactNode } from "react";
import type { ArticleBlock, ArticleContent } from "./prepare-article.server";
import { useField } from "~/ui/editable-field";
import { filledRows } from "./filled-rows";
import { articleHeadings } from "./article-headings";
import { CodeBlock } from "~/ui/code-block";
import { Icon } from "~/ui/icon";
import { logMissing } from "~/ui/log-unknown";
import { Picture } from "~/ui/picture";
import { RichText, marks, portable } from "~/ui/rich-text";
import { Video } from "./video";

interface ArticleBodyProps {
  content: ArticleContent;
  /**
   * The field that contains it, in the document around it: a click on a block in the Studio's
   * preview opens that block.
   */
  path: string;
}

/**
 * The body of an article: text with headings, pictures, code, quotes, callouts, tables and videos.
 *
 * Rendered again, all its elements would be new ones, because their components are made here: a
 * like or the first key in the comment form took the focus and a selection out of the text.
 */
export const ArticleBody = memo(function ArticleBody({ content, path }: ArticleBodyProps) {
  const field = useField();
  const place = ({ _key = "" }: { _key?: string }) => field(`${path}[_key=="${_key}"]`);
  const blocks = new Map(content.map((block) => [block._key, block]));
  const anchors = new Map(
    articleHeadings(content.filter((block) => block._type === "block")).map(({ key, anchor }) => [
      key,
      anchor,
    ]),
  );

  // Portable Text knows nothing of our blocks: each is looked up by its key, where its type is
  // known.
  function blockOf(value: { _key?: string }): ReactNode {
    const block = blocks.get(value._key ?? "");
    switch (block?._type) {
      case "code":
        return block.highlighted && <CodeBlock code={block.highlighted} className="my-2" />;
      case "image":
        return <ArticlePicture block={block} />;
      case "quote":
        return <Quote block={block} />;
      case "callout":
        return <Callout block={block} />;
      case "table":
        return <Table block={block} />;
      case "video":
        return <Video block={block} />;
      default:
        return null;
    }
  }

  const heading = (Tag: "h2" | "h3" | "h4", className: string): HeadingComponent =>
    function Heading({ children, value }) {
      return (
        <Tag id={anchors.get(value._key ?? "")} className={className} {...place(value)}>
          {children}
        </Tag>
      );
    };
  function render({ value }: { value: { _key?: string } }) {
    const attribute = place(value);
    return "data-sanity" in attribute ? <div {...attribute}>{blockOf(value)}</div> : blockOf(value);
  }
  const components: PortableTextComponents = {
    marks,
    block: {
      normal: ({ children, value }) => <p {...place(value)}>{children}</p>,
      h2: heading(
        "h2",
        "mt-8 text-[1.75rem] leading-tight font-semibold tracking-tight text-foreground",
      ),
      h3: heading("h3", "mt-5 text-xl font-semibold tracking-tight text-foreground"),
      h4: heading("h4", "mt-3 text-lg font-semibold text-foreground"),
    },
    list: {
      bullet: ({ children }) => (
        <ul className="grid list-disc gap-2 pl-6 marker:text-action">{children}</ul>
      ),
      number: ({ children }) => (
        <ol className="grid list-decimal gap-2 pl-6 marker:font-mono marker:text-[0.9em] marker:text-faint">
          {children}
        </ol>
      ),
    },
    listItem: ({ children, value }) => <li {...place(value)}>{children}</li>,
    types: {
      code: render,
      image: render,
      quote: render,
      callout: render,
      table: render,
      video: render,
    },
    unknownType: () => null,
  };
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5 text-[1.0625rem] leading-[1.75] text-muted [&>:is(p,ol,ul)]:max-w-[39rem]">
      <PortableText
        value={portable(content)}
        components={components}
        onMissingComponent={logMissing}
      />
    </div>
  );
});

type HeadingComponent = (props: { children?: ReactNode; value: { _key?: string } }) => ReactNode;

function ArticlePicture({ block }: { block: ArticleBlock<"image"> }) {
  return (
    <figure className="my-2">
      <Picture
        image={block}
        sizes="(min-width: 48rem) 44rem, 100vw"
        className="h-auto w-full rounded-lg border border-line"
      />
      {block.caption && (
        <figcaption className="mt-3 text-sm text-faint">{block.caption}</figcaption>
      )}
    </figure>
  );
}

function Quote({ block }: { block: ArticleBlock<"quote"> }) {
  return (
    <figure className="my-3 border-l-2 border-mark pl-6">
      <blockquote className="text-xl leading-[1.7] font-medium text-foreground">
        {block.text}
      </blockquote>
      <figcaption className="mt-3 text-sm text-faint">
        {[block.attribution, block.role].filter(Boolean).join(", ")}
      </figcaption>
    </figure>
  );
}

const tones = {
  note: { icon: "info", ink: "text-action", edge: "border-action/40 bg-action/10", name: "Note" },
  tip: { icon: "lightbulb", ink: "text-good", edge: "border-good/40 bg-good/10", name: "Tip" },
  warning: {
    icon: "triangle-alert",
    ink: "text-highlight",
    edge: "border-highlight/40 bg-highlight/10",
    name: "Warning",
  },
} as const;

function Callout({ block }: { block: ArticleBlock<"callout"> }) {
  // A tone that the schema does not know, from another version of it or through the API, counts as
  // a note.
  const { icon, ink, edge, name } = tones[block.tone ?? "note"] ?? tones.note;
  return (
    <div role="note" className={cx("my-2 rounded-lg border p-5 text-base sm:p-6", edge)}>
      <p className="mb-2 flex items-center gap-2.5 font-semibold text-foreground">
        <Icon name={icon} className={cx("size-5", ink)} />
        {block.title || name}
      </p>
      <RichText value={block.content} />
    </div>
  );
}

function Table({ block }: { block: ArticleBlock<"table"> }) {
  const [head, ...rows] = filledRows(block.rows ?? []);
  if (!head) return null;
  return (
    // It scrolls sideways on a phone, so the keyboard must reach it.
    <div
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={block.caption || "Table"}
      className="relative my-2 overflow-x-auto rounded-lg border border-line"
    >
      <table
        style={{ minWidth: `${(head.cells ?? []).length * 9}rem` }}
        className="w-full text-left text-[0.9375rem] leading-normal"
      >
        {block.caption && (
          <caption className="caption-bottom border-t border-line px-5 py-3 text-left text-sm text-faint">
            {block.caption}
          </caption>
        )}
        <thead className="bg-surface-2 text-foreground">
          <tr>
            {(head.cells ?? []).map((cell, column) => (
              <th key={column} scope="col" className="px-5 py-3 font-semibold">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row._key} className="border-t border-line">
              {(row.cells ?? []).map((cell, column) => (
                <td key={column} className="px-5 py-3 align-top">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
