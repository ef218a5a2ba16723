import { Form, Link } from "@remix-run/react";
import {
  stateNames,
  userSorts,
  userStates,
  type UserFilter,
} from "@domain/administration/user-list";
import { roles } from "@domain/accounts/viewer";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Input } from "~/ui/input";
import { Select } from "./filter-select";

const roleOptions = [
  { value: "", label: "Every role" },
  ...roles.map((role) => ({ value: role, label: role })),
];
const stateOptions = [
  { value: "", label: "Not deleted" },
  ...userStates.map((state) => ({ value: state, label: stateNames[state] })),
];
const sortOptions = Object.entries(userSorts).map(([value, label]) => ({ value, label }));

/** The filter of the user list: a form that sets the page's own URL. */
export function UserFilterForm({
  filter,
  plans,
  filtered,
}: {
  filter: Omit<UserFilter, "after">;
  plans: { value: string; label: string }[];
  filtered: boolean;
}) {
  return (
    <Form
      role="search"
      // The fields follow the URL, also on back navigation.
      key={JSON.stringify(filter)}
      className="mt-5 grid grid-cols-2 gap-4 lg:grid-cols-[2fr_1fr_1fr_1fr_1fr] xl:grid-cols-[2fr_1fr_1fr_1fr_1fr_auto]"
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
            options={[{ value: "", label: "Every plan" }, ...plans]}
          />
        )}
      </Field>
      <Field label="State">
        {(control) => (
          <Select {...control} name="state" defaultValue={filter.state} options={stateOptions} />
        )}
      </Field>
      <Field label="Order">
        {(control) => (
          <Select {...control} name="sort" defaultValue={filter.sort} options={sortOptions} />
        )}
      </Field>
      <div className="col-span-full flex gap-3 xl:col-span-1 xl:h-11 xl:items-center xl:self-end">
        <Button type="submit" size="sm">
          Show
        </Button>
        {filtered && (
          <Button asChild size="sm" variant="ghost">
            <Link to="/admin/users">Show everybody</Link>
          </Button>
        )}
      </div>
    </Form>
  );
}
