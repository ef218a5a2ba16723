import {
  isKeySegment,
  useValidationStatus,
  type DocumentActionComponent,
  type Path,
  type SanityDocument,
} from "sanity";
import { fieldTitles } from "../../schemas/validation/field-titles";
import { isRecord } from "../../schemas/edits/is-record";
import { firstNames } from "../first-names";

/**
 * Makes a disabled Publish action name the fields to fix. Sanity's says only that
 * there are errors, and some fields are behind tabs of the form.
 */
export function explainBlockedPublish(publish: DocumentActionComponent): DocumentActionComponent {
  const Publish: DocumentActionComponent = (props) => {
    const original = publish(props);
    const document = props.draft ?? props.published;
    // By the id of the draft: the published document's own errors are other ones.
    const { validation } = useValidationStatus(document?._id ?? props.id, props.type, true);
    if (!original?.disabled || !document) return original;
    const wrong = validation.filter(({ level }) => level === "error");
    const names = [
      ...new Set(wrong.map(({ path }) => fieldTitles(document, places(document, path)))),
    ].filter((name) => name !== "");
    if (names.length === 0) return original;
    return { ...original, title: `Before you publish, fix: ${firstNames(names)}.` };
  };
  Publish.action = "publish";
  return Publish;
}

/** A path with the entries of lists by index instead of key. */
function places(document: SanityDocument, path: Path): string {
  let value: unknown = document;
  const steps = path.map((step) => {
    if (!isKeySegment(step)) {
      value = isRecord(value) ? value[String(step)] : undefined;
      return String(step);
    }
    const entries: unknown[] = Array.isArray(value) ? value : [];
    const index = entries.findIndex((entry) => isRecord(entry) && entry._key === step._key);
    value = entries[index];
    return index;
  });
  return steps.join(".");
}
