import type { ClipboardEvent } from "react";
import { isArraySchemaType } from "@sanity/types";
import { definePlugin, set, type InputProps } from "sanity";

/**
 * Lines that are pasted into a list of lines become one entry each; the field alone would make a
 * single one of them.
 */
export const pastedLines = definePlugin({
  name: "pasted-lines",
  form: { components: { input: LinesInput } },
});

function LinesInput(props: InputProps) {
  const { schemaType, value, onChange } = props;
  const holdsLines =
    isArraySchemaType(schemaType) &&
    !Object.values(schemaType.options ?? {}).includes("tags") &&
    schemaType.of.every(({ jsonType }) => jsonType === "string");
  if (!holdsLines) return props.renderDefault(props);

  function paste(event: ClipboardEvent<HTMLDivElement>) {
    const lines = event.clipboardData
      .getData("text/plain")
      .split(/\r?\n/)
      .map((line) => line.replace(/^[\s•·*-]+/, "").trim())
      .filter(Boolean);
    const fields = [...event.currentTarget.querySelectorAll("input")];
    const index = fields.findIndex((field) => field === event.target);
    if (index < 0 || lines.length < 2) return;
    event.preventDefault();
    event.stopPropagation();
    const entries: unknown[] = Array.isArray(value) ? value : [];
    // An entry that has text already stays as it is, before them.
    const after = entries[index] ? index + 1 : index;
    onChange(set([...entries.slice(0, after), ...lines, ...entries.slice(index + 1)]));
  }

  return <div onPasteCapture={paste}>{props.renderDefault(props)}</div>;
}
