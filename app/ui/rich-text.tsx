import { memo } from "react";
import { PortableText, type PortableTextComponents } from "@portabletext/react";
import { useField } from "./editable-field";
import { logMissing } from "./log-unknown";
import { SiteLink } from "./site-link";

/** A text block of Portable Text as the queries return it (`textBlockFields`). */
export interface TextBlock {
  _key: string;
  _type: string;
  style?: string | null;
  listItem?: string | null;
  level?: number | null;
  children?: { _key: string; _type: string; text: string | null; marks: string[] | null }[] | null;
  markDefs?: { _key: string; _type: string; href?: string | null }[] | null;
}

/** The marks of running text, in rich texts and articles alike. */
export const marks: PortableTextComponents["marks"] = {
  strong: ({ children }) => <strong className="font-semibold text-foreground">{children}</strong>,
  code: ({ children }) => (
    <code className="rounded-md bg-surface-3 px-1.5 py-0.5 font-mono text-[0.875em] text-foreground">
      {children}
    </code>
  ),
  link: ({ value, children }) => (
    <SiteLink
      href={linkHref(value)}
      className="text-action underline decoration-action/40 underline-offset-4 transition-colors hover:decoration-action"
    >
      {children}
    </SiteLink>
  ),
};

function linkHref(value: unknown): string | null {
  const href: unknown =
    typeof value === "object" && value !== null ? Reflect.get(value, "href") : null;
  return typeof href === "string" ? href : null;
}

/** @param place gives the attributes of the element that shows a block */
const componentsWith = (
  place: (block: { _key?: string }) => ReturnType<ReturnType<typeof useField>>,
): PortableTextComponents => ({
  marks,
  block: { normal: ({ children, value }) => <p {...place(value)}>{children}</p> },
  list: {
    bullet: ({ children }) => (
      <ul className="grid list-disc gap-1.5 pl-5 marker:text-action">{children}</ul>
    ),
    number: ({ children }) => (
      <ol className="grid list-decimal gap-1.5 pl-5 marker:font-mono marker:text-faint">
        {children}
      </ol>
    ),
  },
  listItem: ({ children, value }) => <li {...place(value)}>{children}</li>,
  unknownType: () => null,
});

const unmarked = componentsWith(() => ({}));

interface RichTextProps {
  value: readonly TextBlock[] | null | undefined;
  /** The field that contains it: a click on a block in the Studio's preview opens that block. */
  path?: string;
}

/** Paragraphs, lists and links, without headings. Its elements stay while a page changes. */
export const RichText = memo(function RichText({ value, path }: RichTextProps) {
  const field = useField();
  const components =
    path === undefined
      ? unmarked
      : componentsWith(({ _key = "" }) => field(`${path}[_key=="${_key}"]`));
  return (
    <div className="grid gap-4">
      <PortableText
        value={portable(value)}
        components={components}
        onMissingComponent={logMissing}
      />
    </div>
  );
});

/**
 * The same blocks without their nulls: Portable Text takes a span whose marks are null for an
 * unknown object.
 */
export function portable(value: readonly { _key: string; _type: string }[] | null | undefined) {
  return (value ?? []).map((block) => ({
    ...withoutNulls(block),
    _key: block._key,
    _type: block._type,
  }));
}

function withoutNulls(node: object): Record<string, unknown> {
  const entries: [string, unknown][] = Object.entries(node);
  return Object.fromEntries(
    entries
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(withoutNullsInside) : value]),
  );
}

function withoutNullsInside(value: unknown): unknown {
  return typeof value === "object" && value !== null ? withoutNulls(value) : value;
}
