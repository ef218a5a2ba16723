import { Form } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { UserTable, type UserTableRow } from "./user-table";

interface SelectableUsersProps {
  users: readonly UserTableRow[];
  empty: string;
}

/** A list of users of whom several can be changed at once. It works without scripts. */
export function SelectableUsers({ users, empty }: SelectableUsersProps) {
  const form = useRef<HTMLFormElement>(null);
  const [count, setCount] = useState(0);

  const boxes = () => [
    ...(form.current?.querySelectorAll<HTMLInputElement>("input[name=id]") ?? []),
  ];
  const recount = () => setCount(boxes().filter(({ checked }) => checked).length);
  // A browser that goes back restores the boxes.
  useEffect(recount, []);
  function selectAll(checked: boolean) {
    for (const box of boxes()) box.checked = checked;
    recount();
  }

  return (
    <Form ref={form} action="/admin/users/bulk" className="mt-6" onChange={recount}>
      {users.length > 0 && (
        <div className="mb-3 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 px-4">
          <span data-noscript="hide" className="flex items-center gap-3 text-sm text-paper-2">
            <Checkbox
              id="select-all"
              checked={count > 0 && count === users.length}
              ref={(box) => {
                if (box) box.indeterminate = count > 0 && count < users.length;
              }}
              onChange={(event) => selectAll(event.currentTarget.checked)}
            />
            <label htmlFor="select-all">Select all on this page</label>
          </span>
          <span role="status" className="text-sm text-paper-3">
            {count > 0 && `${count} selected`}
          </span>
          <Button
            type="submit"
            size="sm"
            variant={count > 0 ? "default" : "secondary"}
            className="ml-auto"
          >
            Change selected …
          </Button>
        </div>
      )}
      <UserTable users={users} selectable empty={empty} />
    </Form>
  );
}
