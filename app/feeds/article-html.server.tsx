import { PortableText, type PortableTextComponents } from "@portabletext/react";
import { renderToStaticMarkup } from "react-dom/server";
import { absoluteImageUrl, absoluteUrl } from "~/article/absolute-url";
import { filledRows } from "~/article/filled-rows";
import type { SitePlace } from "~/article/site-place.server";
import { textGroups, type LakeArticle, type TextGroup } from "~/article/text-groups";
import { portable, type TextBlock } from "~/ui/rich-text";

/**
 * The text of an article as plain HTML, for readers that know nothing of our pages: absolute URLs,
 * no classes.
 */
export function articleHtml(content: LakeArticle, place: SitePlace): string {
  return renderToStaticMarkup(<>{textGroups(content).map((group) => viewOf(group, place))}</>);
}

function viewOf(group: TextGroup, place: SitePlace) {
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
      const src = absoluteImageUrl(group, place);
      if (!src) return null;
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
      const absolute = absoluteUrl(group.url, place.origin);
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
