import { useEffect } from "react";
import { useToast } from "~/toasts/toasts";
import { FormError } from "~/ui/field";
import { useHydrated } from "~/ui/use-hydrated";
import type { Failure } from "./form-failure";

/**
 * Shows why a form was refused: as a toast, which disappears with the refusal, because it would
 * contradict a success that follows. In the form as well, for those for whom the toast is gone too
 * soon, or without scripts: unless fields show what is wrong.
 */
export function FailureNote({ failure }: { failure: Failure | null | undefined }) {
  const { toast } = useToast();
  const hydrated = useHydrated();
  useEffect(() => {
    if (!failure) return;
    const { title, description } = failure;
    return toast({ title, description, variant: "destructive" });
  }, [failure, toast]);
  if (!failure || failure.besideField || (hydrated && failure.marksFields)) return null;
  return <FormError>{failure.description}</FormError>;
}
