import { useEffect } from "react";
import { useToast } from "~/shell/toasts";

/** What the auth service refused: the toast's title, and its description as the service words it. */
export interface Failure {
  title: "Sign up Failed" | "Sign in Failed";
  description: string;
}

/** Shows a failed sign-in or sign-up as a toast, each time it is answered anew. */
export function useFailureToast(failure: Failure | null | undefined): void {
  const { toast } = useToast();
  useEffect(() => {
    if (failure) toast({ ...failure, variant: "destructive" });
  }, [failure, toast]);
}
