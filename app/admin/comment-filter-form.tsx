import { commentStateNames, type CommentFilter } from "@domain/comments/comment-list";
import { Field } from "~/ui/field";
import { Input } from "~/ui/input";
import { FilterForm, type SetFilter } from "./filter-form";
import { Select } from "./filter-select";

const stateOptions = [
  ...Object.entries(commentStateNames).map(([value, label]) => ({ value, label })),
  { value: "all", label: "All" },
];

/** The filter of the comments. */
export function CommentFilterForm({ filter }: { filter: Omit<CommentFilter, "after"> }) {
  const { q, article } = filter;
  const chips: (SetFilter | false)[] = [
    q !== "" && { name: "q", label: "Search", value: q },
    article !== "" && { name: "article", label: "Article", value: article },
  ];
  return (
    <FilterForm
      path="/admin/comments"
      filter={filter}
      chips={chips.filter((chip) => chip !== false)}
      className="mt-5 grid gap-4 sm:grid-cols-2"
    >
      <Field label="Search">
        {(control) => (
          <Input
            {...control}
            type="search"
            name="q"
            maxLength={100}
            defaultValue={q}
            placeholder="Name, email or text"
          />
        )}
      </Field>
      <Field label="Status">
        {(control) => (
          <Select {...control} name="state" defaultValue={filter.state} options={stateOptions} />
        )}
      </Field>
      {article !== "" && <input type="hidden" name="article" value={article} />}
    </FilterForm>
  );
}
