import { PortableText, type PortableTextComponents } from "@portabletext/react";
import { renderToStaticMarkup } from "react-dom/server";
import { filledRows } from "~/article/filled-rows";
import type { FeedQueryResult } from "~/content/types.generated";
import { sizedImage, type ImageSource } from "~/ui/image-url";
import { portable, type TextBlock } from "~/ui/rich-text";

type Content = FeedQueryResult[number]["content"];
type Block = Content[number];

/** The origin for paths in a text that is read outside the site. */
interface Place {
  origin: string;
  images: ImageSource;
}

/**
 * The text of an article as plain HTML, for readers that know nothing of our pages: absolute URLs,
 * no classes.
 */
export function feedArticle(content: Content, place: Place): string {
  return renderToStaticMarkup(<>{groups(content).map((group) => viewOf(group, place))}</>);
}

/**
 * Consecutive text blocks in one piece, so that the points of a list stay together; every other
 * block alone.
 */
function groups(content: Content): (TextBlock[] | Exclude<Block, { _type: "block" }>)[] {
  const found: ReturnType<typeof groups> = [];
  for (const block of content) {
    const last = found.at(-1);
    if (block._type !== "block") found.push(block);
    else if (Array.isArray(last)) last.push(block);
    else found.push([block]);
  }
  return found;
}

function viewOf(group: ReturnType<typeof groups>[number], place: Place) {
  if (Array.isArray(group)) {
    return <Text key={group[0]?._key} blocks={group} origin={place.origin} />;
  }
  switch (group._type) {
    case "code":
      return (
        <pre key={group._key}>
          <code>{group.code}</code>
        </pre>
      );
    case "image": {
      const picture = sizedImage(place.images, group);
      if (!picture) return null;
      const src = new URL(
        picture.url({ width: Math.min(1200, picture.width), format: "jpg" }),
        place.origin,
      ).href;
      return (
        <figure key={group._key}>
          <img src={src} alt={group.alt ?? ""} />
          {group.caption && <figcaption>{group.caption}</figcaption>}
        </figure>
      );
    }
    case "quote":
      return (
        <blockquote key={group._key}>
          <p>{group.text}</p>
          <footer>{[group.attribution, group.role].filter(Boolean).join(", ")}</footer>
        </blockquote>
      );
    case "video": {
      const absolute = group.url ? absoluteUrl(group.url, place.origin) : null;
      if (!absolute?.startsWith("http")) return null;
      return (
        <p key={group._key}>
          <a href={absolute}>{group.title}</a>
        </p>
      );
    }
    case "callout":
      return (
        <aside key={group._key}>
          {group.title && (
            <p>
              <strong>{group.title}</strong>
            </p>
          )}
          <Text blocks={group.content} origin={place.origin} />
        </aside>
      );
    case "table":
      return (
        <table key={group._key}>
          <tbody>
            {filledRows(group.rows ?? []).map((row) => (
              <tr key={row._key}>
                {(row.cells ?? []).map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
  }
}

function Text({ blocks, origin }: { blocks: readonly TextBlock[]; origin: string }) {
  const components: PortableTextComponents = {
    marks: {
      link: ({ value, children }) => {
        const href: unknown = Reflect.get(Object(value), "href");
        const absolute = typeof href === "string" ? absoluteUrl(href, origin) : null;
        return absolute ? <a href={absolute}>{children}</a> : <>{children}</>;
      },
    },
    unknownType: () => null,
  };
  // The article's page has logged what it does not know.
  return (
    <PortableText value={portable(blocks)} components={components} onMissingComponent={false} />
  );
}

/** Null for a link that no reader should follow. */
function absoluteUrl(href: string, origin: string): string | null {
  if (!URL.canParse(href, origin)) return null;
  const absolute = new URL(href, origin);
  // Readers resolve "/\\host" to that host, as browsers do.
  const isPath = !/^[a-z]+:/i.test(href);
  if (isPath && absolute.origin !== new URL(origin).origin) return null;
  return /^(https?|mailto|tel):$/.test(absolute.protocol) ? absolute.href : null;
}
