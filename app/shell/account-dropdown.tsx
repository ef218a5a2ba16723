import { Link, useSubmit } from "@remix-run/react";
import { LayoutDashboard, LogOut, ShieldCheck, UserRound } from "lucide-react";
import { Avatar } from "~/ui/avatar";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "~/ui/dropdown-menu";
import { avatarButtonClasses, type AccountMenuProps } from "./account-menu";

/** The avatar menu with arrow keys and type-ahead. */
export default function AccountDropdown({ viewer, onProfile }: AccountMenuProps) {
  const submit = useSubmit();
  return (
    // Not modal: the page behind may scroll, and the bar with this menu stays where it is.
    <DropdownMenu modal={false}>
      <DropdownMenuTrigger aria-label="Your account" className={avatarButtonClasses}>
        <Avatar name={viewer.fullName} src={viewer.avatarUrl} />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuLabel className="max-w-64 truncate">{viewer.email}</DropdownMenuLabel>
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link to="/dashboard" prefetch="intent">
            <LayoutDashboard aria-hidden />
            Dashboard
          </Link>
        </DropdownMenuItem>
        {viewer.role === "Admin" && (
          <DropdownMenuItem asChild>
            <Link to="/admin" prefetch="intent">
              <ShieldCheck aria-hidden />
              Admin
            </Link>
          </DropdownMenuItem>
        )}
        <DropdownMenuItem aria-haspopup="dialog" onSelect={onProfile}>
          <UserRound aria-hidden />
          Profile
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => submit(null, { method: "post", action: "/logout" })}>
          <LogOut aria-hidden />
          Log out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
