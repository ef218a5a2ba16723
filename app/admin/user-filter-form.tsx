import {
  stateNames,
  userSorts,
  userStates,
  type UserFilter,
} from "@domain/administration/user-list";
import { roles } from "@domain/accounts/viewer";
import { Field } from "~/ui/field";
import { Input } from "~/ui/input";
import { FilterForm, type SetFilter } from "./filter-form";
import { Select } from "./filter-select";

const roleOptions = [
  { value: "", label: "All roles" },
  ...roles.map((role) => ({ value: role, label: role })),
];
const stateOptions = [
  { value: "", label: "Not deleted" },
  ...userStates.map((state) => ({ value: state, label: stateNames[state] })),
];
const sortOptions = Object.entries(userSorts).map(([value, label]) => ({ value, label }));

interface UserFilterFormProps {
  filter: Omit<UserFilter, "after">;
  plans: { value: string; label: string }[];
}

/** The filter of the user list. */
export function UserFilterForm({ filter, plans }: UserFilterFormProps) {
  const { q, role, plan, state } = filter;
  const chips: (SetFilter | false)[] = [
    Boolean(q) && { name: "q", label: "Search", value: q ?? "" },
    Boolean(role) && { name: "role", label: "Role", value: role ?? "" },
    Boolean(plan) && {
      name: "plan",
      label: "Plan",
      value: plans.find(({ value }) => value === plan)?.label ?? plan ?? "",
    },
    Boolean(state) && { name: "state", label: "Status", value: state ? stateNames[state] : "" },
  ];
  return (
    <FilterForm
      path="/admin/users"
      filter={filter}
      chips={chips.filter((chip) => chip !== false)}
      className="mt-5 grid grid-cols-2 gap-4 lg:grid-cols-[2fr_1fr_1fr_1fr_1fr]"
    >
      <Field label="Search" className="col-span-2 lg:col-span-1">
        {(control) => (
          <Input
            {...control}
            type="search"
            name="q"
            maxLength={100}
            defaultValue={filter.q}
            placeholder="Name, email or ID"
          />
        )}
      </Field>
      <Field label="Role">
        {(control) => (
          <Select {...control} name="role" defaultValue={filter.role} options={roleOptions} />
        )}
      </Field>
      <Field label="Plan">
        {(control) => (
          <Select
            {...control}
            name="plan"
            defaultValue={filter.plan}
            options={[{ value: "", label: "All plans" }, ...plans]}
          />
        )}
      </Field>
      <Field label="Status">
        {(control) => (
          <Select {...control} name="state" defaultValue={filter.state} options={stateOptions} />
        )}
      </Field>
      <Field label="Order">
        {(control) => (
          <Select {...control} name="sort" defaultValue={filter.sort} options={sortOptions} />
        )}
      </Field>
    </FilterForm>
  );
}
