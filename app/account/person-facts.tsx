import { Avatar } from "~/ui/avatar";
import type { Viewer } from "./viewer";

/** Who a signed-in person is, as the site knows them. */
export function PersonFacts({ viewer }: { viewer: Viewer }) {
  const facts = [
    ["Name", viewer.fullName ?? "Not given"],
    ["E-mail", viewer.email],
    ["Role", viewer.role],
  ];
  return (
    <div className="mt-8 flex items-start gap-6 rounded-lg border border-line bg-ink-900 p-6">
      <Avatar name={viewer.fullName} src={viewer.avatarUrl} />
      <dl className="grid gap-4">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-paper-3">{label}</dt>
            <dd className="mt-0.5 break-all">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
