import type { SubmissionResult } from "@conform-to/react";
import { useEffect } from "react";
import { useToast } from "~/shell/toasts";

/** What the auth service refused: the toast's title, and its description. */
export interface Failure {
  title: string;
  description: string;
  /** Whether the description stands beside a field already. */
  besideField: boolean;
}

/** What an account form's action answers: the fields as they were, and what the service refused. */
export interface Answer {
  reply: SubmissionResult<string[]>;
  failure: Failure | null;
}

/** Shows a refusal as a toast, which goes with it: beside the success that follows it would say the contrary. */
export function useFailureToast(failure: Failure | null | undefined): void {
  const { toast } = useToast();
  useEffect(() => {
    if (!failure) return;
    return toast({
      title: failure.title,
      description: failure.description,
      variant: "destructive",
    });
  }, [failure, toast]);
}
