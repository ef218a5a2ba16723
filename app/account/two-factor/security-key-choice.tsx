import { Form } from "@remix-run/react";
import { useNavigationInFlight } from "~/connection/use-lost-connection";
import { Button } from "~/ui/button";
import { KeyNeedsScripts, KeyPrompt } from "./key-prompt";
import type { SecondFactor } from "./second-factors.server";
import type { KeyRequest } from "./security-keys.server";

interface SecurityKeyChoiceProps {
  keys: readonly SecondFactor[];
  /** The challenge for the key that the user has chosen. */
  request: KeyRequest | null;
}

/** The second factor, by one of these security keys: each has its own challenge. */
export function SecurityKeyChoice({ keys, request }: SecurityKeyChoiceProps) {
  const { formData } = useNavigationInFlight();
  return (
    <div className="grid gap-4">
      {request ? <KeyPrompt key={request.challengeId} request={request} /> : <KeyNeedsScripts />}
      {keys.map(({ id, name }) => (
        <Form key={id} method="post" className="grid">
          <input type="hidden" name="intent" value="ask-key" />
          <input type="hidden" name="factorId" value={id} />
          <Button type="submit" variant="outline" busy={formData?.get("factorId") === id}>
            Use “{name}”
          </Button>
        </Form>
      ))}
    </div>
  );
}
