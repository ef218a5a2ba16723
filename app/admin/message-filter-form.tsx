import { messageStateNames, type MessageFilter } from "@domain/messages/message-list";
import { Field } from "~/ui/field";
import { Input } from "~/ui/input";
import { FilterForm } from "./filter-form";
import { Select } from "./filter-select";

const stateOptions = [
  ...Object.entries(messageStateNames).map(([value, label]) => ({ value, label })),
  { value: "all", label: "All" },
];

/** The filter of the messages. */
export function MessageFilterForm({ filter }: { filter: Omit<MessageFilter, "after"> }) {
  const { q, state } = filter;
  return (
    <FilterForm
      path="/admin/messages"
      filter={filter}
      chips={q === "" ? [] : [{ name: "q", label: "Search", value: q }]}
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
            placeholder="Email or subject"
          />
        )}
      </Field>
      <Field label="Status">
        {(control) => (
          <Select {...control} name="state" defaultValue={state} options={stateOptions} />
        )}
      </Field>
    </FilterForm>
  );
}
