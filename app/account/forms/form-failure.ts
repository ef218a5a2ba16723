import type { SubmissionResult } from "@conform-to/react";
import { useEffect } from "react";
import { useToast } from "~/shell/toasts";

/** The auth service's refusal: the toast's title, and its description. */
export interface Failure {
  title: string;
  description: string;
  /** Whether a field shows the description already. */
  besideField: boolean;
}

/** The response of an account form's action: the fields as they were, and the service's refusal. */
export interface FormResult {
  reply: SubmissionResult<string[]>;
  failure: Failure | null;
}

/**
 * Shows a refusal as a toast, and removes it with the refusal: beside a success that follows it
 * would contradict it.
 */
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
