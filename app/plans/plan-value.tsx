import { Icon } from "~/ui/icon";

/** What a plan gives: text, a tick, or a dash for no and for an empty field. */
export function PlanValue({ value }: { value: string | boolean | null | undefined }) {
  if (typeof value === "string") return value;
  return value ? (
    <>
      <Icon name="check" className="inline-block size-5 text-action" />
      <span className="sr-only">Included</span>
    </>
  ) : (
    <>
      <Icon name="minus" className="inline-block size-5 text-faint" />
      <span className="sr-only">Not included</span>
    </>
  );
}
