import type { AboutPageQueryResult } from "~/content/types.generated";
import { initials } from "~/ui/format/initials";
import { Badge } from "~/ui/badge";
import { Picture } from "~/ui/picture";
import { Section } from "~/ui/section";

type Page = NonNullable<AboutPageQueryResult>;

/** The people, with portraits or initials. */
export function Team({ page }: { page: Page }) {
  if (page.team.length === 0) return null;
  return (
    <Section id="team" title={page.teamHeading || "The team"} intro={page.teamLead}>
      <ul className="grid gap-x-5 gap-y-12 sm:grid-cols-2 lg:grid-cols-4">
        {page.team.map((member) => (
          <TeamMember key={member._id} member={member} />
        ))}
      </ul>
    </Section>
  );
}

/**
 * One person. The card glides into its place as it is scrolled into view, those with a delay later:
 * the browser does that by itself, where it can, and only the position moves, so that nobody sees
 * faint text.
 */
function TeamMember({ member }: { member: Page["team"][number] }) {
  const { name, role, bio, image, isFounder, delay } = member;
  const late = Math.round(Math.min(Math.max(delay ?? 0, 0), 1) * 100);
  return (
    <li style={{ animationRange: `entry ${late / 4}% cover ${25 + late / 4}%` }} className="glide">
      <div className="overflow-hidden rounded-lg border border-line bg-surface-2">
        {image?.asset ? (
          <Picture
            image={image}
            ratio={1}
            sizes="(min-width: 64rem) 280px, (min-width: 40rem) 45vw, 90vw"
            className="w-full"
          />
        ) : (
          <span
            aria-hidden
            className="grid aspect-square place-items-center font-mono text-6xl font-semibold text-faint"
          >
            {initials(name)}
          </span>
        )}
      </div>
      <h3 className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-semibold tracking-tight">
        {name}
        {isFounder && <Badge tone="mark">Founder</Badge>}
      </h3>
      {role && <p className="mt-1 font-mono text-[0.8125rem] text-faint">{role}</p>}
      {bio && <p className="mt-3 text-[0.9375rem] text-muted">{bio}</p>}
    </li>
  );
}
