import { SiteLink } from "~/ui/site-link";
import type { Block } from "../block";

type Call = Pick<NonNullable<Block<"homeHowItWorks">["call"]>, "title" | "path" | "plan">;

/** Says which plan an example call needs, unless it is a free one. */
export function PlanOfCall({ call }: { call: Call | null }) {
  if (!call?.plan?.price) return null;
  return (
    <p className="text-sm text-paper-3">
      <SiteLink
        href={call.path}
        className="text-paper-2 underline decoration-line-strong underline-offset-4 hover:text-paper"
      >
        {call.title || "This call"}
      </SiteLink>{" "}
      needs the {call.plan.name} plan or a larger one.
    </p>
  );
}
