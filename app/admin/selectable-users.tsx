import { Button } from "~/ui/button";
import { bulkChanges } from "./choices";
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
      buttons={() => (
        <Button type="submit" size="sm" variant="secondary" data-script="hide">
          Change selected …
        </Button>
      )}
      bar={
        <div className="flex flex-wrap gap-2 sm:ml-auto">
          {bulkChanges.map(({ intent, label, danger }) => (
            <Button
              key={intent}
              type="submit"
              name="intent"
              value={intent}
              size="sm"
              className="max-sm:px-2.5"
              variant={danger ? "destructive" : "outline"}
            >
              {label}
            </Button>
          ))}
        </div>
      }
    >
      <UserTable users={users} selectable empty={empty} />
    </SelectionForm>
  );
}
