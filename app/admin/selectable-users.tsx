import { Button } from "~/ui/button";
import { SelectionForm } from "./selection-form";
import { UserTable, type UserTableRow } from "./user-table";

interface SelectableUsersProps {
  users: readonly UserTableRow[];
  empty: string;
}

/** A list of users of whom several can be changed at once. */
export function SelectableUsers({ users, empty }: SelectableUsersProps) {
  return (
    <SelectionForm
      action="/admin/users/bulk"
      total={users.length}
      buttons={(count) => (
        <Button type="submit" size="sm" variant={count > 0 ? "default" : "secondary"}>
          Change selected …
        </Button>
      )}
    >
      <UserTable users={users} selectable empty={empty} />
    </SelectionForm>
  );
}
