import { Link, useSubmit } from "@remix-run/react";
import { useRef } from "react";
import { Avatar, avatarButtonClasses } from "~/ui/avatar";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "~/ui/dropdown-menu";
import { Icon } from "~/ui/icon";
import { showsAdministration, showsComments, showsStudio, type ShellUser } from "./shell-user";

interface AccountDropdownProps {
  viewer: ShellUser;
  /** Opens the action modal "Profile Settings". */
  onProfile: () => void;
}

/** The avatar menu with arrow keys and type-ahead. */
export default function AccountDropdown({ viewer, onProfile }: AccountDropdownProps) {
  const submit = useSubmit();
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    // Not modal: the page behind may scroll, and the bar with this menu stays where it is.
    <DropdownMenu modal={false}>
      <DropdownMenuTrigger ref={trigger} aria-label="Your account" className={avatarButtonClasses}>
        <Avatar name={viewer.fullName} src={viewer.avatarUrl} />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuLabel className="max-w-64 truncate">{viewer.email}</DropdownMenuLabel>
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link to="/dashboard" prefetch="intent">
            <Icon name="layout-dashboard" />
            Dashboard
          </Link>
        </DropdownMenuItem>
        {showsAdministration(viewer) && (
          <DropdownMenuItem asChild>
            <Link to="/admin" prefetch="intent">
              <Icon name="shield-check" />
              Admin
            </Link>
          </DropdownMenuItem>
        )}
        {showsComments(viewer) && (
          <DropdownMenuItem asChild>
            <Link to="/admin/comments" prefetch="intent">
              <Icon name="message-square" />
              Comments
            </Link>
          </DropdownMenuItem>
        )}
        {showsStudio(viewer) && (
          <DropdownMenuItem asChild>
            <a href="/studio">
              <Icon name="book-open" />
              Studio
            </a>
          </DropdownMenuItem>
        )}
        <DropdownMenuItem
          aria-haspopup="dialog"
          onSelect={() => {
            // The dialog gives the focus back to what had it, and the item goes with the menu.
            trigger.current?.focus();
            onProfile();
          }}
        >
          <Icon name="user-round" />
          Profile
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => submit(null, { method: "post", action: "/logout" })}>
          <Icon name="log-out" />
          Log out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
