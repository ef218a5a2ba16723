import { Avatar } from "~/ui/avatar";
import type { Viewer } from "@domain/accounts/viewer";

/** Name, email address and role of the signed-in user. */
export function ProfileFacts({ viewer }: { viewer: Viewer }) {
  const facts = [
    ["Name", viewer.fullName ?? "Not given"],
    ["Email", viewer.email],
    ["Role", viewer.role],
  ];
  return (
    <div className="flex items-start gap-5">
      <Avatar name={viewer.fullName} src={viewer.avatarUrl} />
      <dl className="flex flex-wrap gap-x-10 gap-y-3 text-[0.9375rem]">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-faint">{label}</dt>
            <dd className="mt-0.5 break-all">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
