import type { ReactNode } from "react";
import type { ApiKey } from "@domain/api-keys/api-key.server";
import { keyState } from "@domain/api-keys/key-state";
import { Badge } from "~/ui/badge";
import { DateTime } from "./date-time";
import type { UserPage } from "./user-page";

interface KeyStatusProps {
  apiKey: Pick<ApiKey, "expiresAt" | "revokedAt" | "rotatedTo">;
  /** Whose key it is. */
  owner: Pick<UserPage["user"], "state" | "closesAt">;
}

const tones = {
  Active: "good",
  Replaced: "highlight",
  Expired: "neutral",
  Revoked: "bad",
} as const;

/** The state of a user's key. One that would work does not while its account is suspended. */
export function KeyStatus({ apiKey, owner }: KeyStatusProps) {
  const { word, works } = keyState(apiKey, new Date());
  const suspension = works ? suspensionOf(owner) : null;
  if (suspension) return <Labeled tone="bad" word="Does not work" detail={suspension} />;
  if (word !== "Replaced" || !apiKey.expiresAt) return <Badge tone={tones[word]}>{word}</Badge>;
  const until = <DateTime at={apiKey.expiresAt} />;
  return works ? (
    <Labeled tone="highlight" word={word} detail={<>until {until}</>} />
  ) : (
    <Labeled tone="neutral" word={word} detail={<>ended {until}</>} />
  );
}

function Labeled({
  tone,
  word,
  detail,
}: {
  tone: "bad" | "highlight" | "neutral";
  word: string;
  detail: ReactNode;
}) {
  return (
    <>
      <Badge tone={tone}>{word}</Badge>
      <span className="mt-1 block text-[0.8125rem] text-muted">{detail}</span>
    </>
  );
}

/** Why no key of the account works, as `public.is_suspended` decides. */
function suspensionOf({ state, closesAt }: KeyStatusProps["owner"]): string | null {
  if (state === "banned" || state === "deleted") return `account ${state}`;
  return closesAt ? "account closed" : null;
}
