import type { MessageChange } from "@domain/messages/message-list";
import { flashToast } from "~/toasts/flash-toast.server";

const done = {
  assign: "assigned to you",
  unassign: "no longer assigned",
  close: "closed",
  reopen: "reopened",
  delete: "deleted",
} as const;

/** Leaves a toast that says what became of messages. */
export function messageToast(headers: Headers, change: MessageChange, changed: number) {
  const counted = changed === 1 ? "1 message" : `${changed} messages`;
  return flashToast(
    headers,
    changed > 0
      ? {
          title: `${counted} ${done[change]}`,
          description: descriptions[change],
          variant: "success",
        }
      : {
          title: "Nothing to change",
          description: "Another administrator was faster. The list is up to date now.",
          variant: "default",
        },
  );
}

const descriptions = {
  assign: "Other administrators see that you take care of it.",
  unassign: "Another administrator can take it over.",
  close: "It can be reopened for 30 days, and is deleted then.",
  reopen: "It is in the inbox again.",
  delete: "It cannot be restored.",
} as const;
