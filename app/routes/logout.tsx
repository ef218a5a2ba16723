import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { leaveToast } from "~/shell/flash-toast.server";

/** Signing out is a POST, so that no link or image of another page can do it. */
export async function action({ context }: ActionFunctionArgs) {
  const { error } = await context.session.auth.signOut({ scope: "local" });
  if (error) {
    await leaveToast(context.outgoing, {
      title: "Sign out Failed",
      description: error.message || "Something went wrong",
      variant: "destructive",
    });
  }
  throw redirect("/");
}

export function loader() {
  throw redirect("/");
}
