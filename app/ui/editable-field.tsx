import { createContext, useContext, useMemo, type ReactNode } from "react";

/** A document, or a part of it, whose fields the elements below show. */
export interface EditedDocument {
  id: string;
  type: string;
  /** The path of the part within the document, such as `sections[_key=="a"]`. */
  at?: string;
}

/** Writes the attribute by which the Studio finds an element's field. Only previews have it. */
export const FieldAttribute = createContext<
  ((document: EditedDocument, path: string) => string) | null
>(null);

const Edited = createContext<EditedDocument | null>(null);

/**
 * Names the document that the elements inside show, so that a click on them in the Studio opens
 * their field.
 */
export function Editing({ children, id, type, at }: EditedDocument & { children: ReactNode }) {
  // A new object would have all fields inside rendered again with the page.
  const document = useMemo(() => ({ id, type, at }), [id, type, at]);
  return <Edited.Provider value={document}>{children}</Edited.Provider>;
}

/**
 * Marks an element as showing a field: `<h1 {...field("title")}>`. Visitors' pages get no
 * attribute.
 *
 * @returns a function from the field's path in the document around it to the element's attributes
 */
export function useField(): (path: string) => { "data-sanity"?: string } {
  const attribute = useContext(FieldAttribute);
  const document = useContext(Edited);
  return (path) => (attribute && document ? { "data-sanity": attribute(document, path) } : {});
}

interface FieldProps {
  /** The field's path in the document around it. */
  path: string;
  as?: "div" | "h1" | "h2" | "p";
  className?: string;
  children?: ReactNode;
}

/** An element that shows one field. */
export function Field({ path, as: Tag = "div", className, children }: FieldProps) {
  return (
    <Tag className={className} {...useField()(path)}>
      {children}
    </Tag>
  );
}
