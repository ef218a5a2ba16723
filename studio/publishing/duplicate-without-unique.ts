import type { DocumentActionComponent, DuplicateActionProps } from "sanity";
import { uniqueFieldsOf } from "../../schemas/unique-fields";

/**
 * Duplicates a document without what only one may have: with the slug of a draft in its copy, neither
 * of the two could be published, and only the original's editor saw why.
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
