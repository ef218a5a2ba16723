import { SiteLink } from "~/ui/site-link";
import type { Block } from "../block";

type Call = Pick<NonNullable<Block<"homeHowItWorks">["call"]>, "title" | "path" | "plan">;

/** Says which plan an example call needs, unless it is a free one. */
export function PlanOfCall({ call }: { call: Call | null }) {
  if (!call?.plan?.price) return null;
  return (
    <p className="text-sm text-faint">
      <SiteLink
        href={call.path}
        className="text-muted underline decoration-line-strong underline-offset-4 hover:text-foreground"
      >
        {call.title || "This call"}
      </SiteLink>{" "}
      needs the {call.plan.name} plan or a larger one.
    </p>
  );
}
