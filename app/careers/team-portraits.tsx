import { cx } from "class-variance-authority";
import type { CareersPageQueryResult } from "~/content/types.generated";
import { CropMarks, InkBar } from "~/ui/print-ornaments";
import { Picture } from "~/ui/picture";

type Team = NonNullable<CareersPageQueryResult>["team"];

/** Future colleagues, as a sheet of portraits. Nothing while fewer than two have one. */
export function TeamPortraits({ team }: { team: Team }) {
  if (team.length < 2) return null;
  return (
    <div className="relative mx-auto w-full max-w-md p-7 lg:mr-0">
      <CropMarks />
      <div className="overflow-hidden rounded-lg border border-line-strong">
        <ul className="grid grid-cols-2">
          {team.map(({ _id, image }, index) => (
            <li key={_id} className={cx(team.length === 3 && index === 2 && "col-span-2")}>
              <Picture
                image={image}
                ratio={team.length === 3 && index === 2 ? 2 : 1}
                sizes="(min-width: 30rem) 200px, 45vw"
                priority
                className="w-full"
              />
            </li>
          ))}
        </ul>
        <InkBar />
      </div>
    </div>
  );
}
