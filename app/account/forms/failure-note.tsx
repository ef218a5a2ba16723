import { useEffect } from "react";
import { useToast } from "~/shell/toasts";
import { FormError } from "~/ui/field";
import { useHydrated } from "~/ui/use-hydrated";
import type { Failure } from "./form-failure";

/**
 * Shows why a form was refused, once: as a toast, and without scripts in its place, unless a field
 * shows it. The toast disappears with the refusal: beside a success that follows it would
 * contradict it.
 */
export function FailureNote({ failure }: { failure: Failure | null | undefined }) {
  const { toast } = useToast();
  const hydrated = useHydrated();
  useEffect(() => {
    if (!failure) return;
    const { title, description } = failure;
    return toast({ title, description, variant: "destructive" });
  }, [failure, toast]);
  if (hydrated || !failure || failure.besideField) return null;
  return <FormError>{failure.description}</FormError>;
}
