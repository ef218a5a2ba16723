import type { DocumentActionComponent, DuplicateActionProps } from "sanity";

/**
 * Fields whose value only one document of a type may have. A copy begins without them, because it
 * and the original would keep each other from being published.
 */
const uniqueFields: Record<string, readonly string[]> = {
  changelogEntry: ["version"],
  jobOpening: ["id"],
  plan: ["id", "popular"],
  redirect: ["from"],
};

/** The names of a type's unique fields; a slug, wherever there is one. */
const uniqueFieldsOf = (type: string): readonly string[] => ["slug", ...(uniqueFields[type] ?? [])];

/**
 * Duplicates a document without what only one may have: with the slug of a draft in its copy,
 * neither of the two could be published, and only the original's editor saw why.
 */
export function duplicateWithoutUnique(
  duplicate: DocumentActionComponent,
): DocumentActionComponent {
  const Duplicate: DocumentActionComponent = (props) => {
    const unique = new Set(uniqueFieldsOf(props.type));
    const withoutUnique: DuplicateActionProps = {
      ...props,
      mapDocument: (document) => ({
        ...document,
        ...Object.fromEntries(
          Object.keys(document)
            .filter((name) => unique.has(name))
            .map((name) => [name, undefined]),
        ),
      }),
    };
    return duplicate(withoutUnique);
  };
  Duplicate.action = "duplicate";
  return Duplicate;
}
