import { cx } from "class-variance-authority";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Picture } from "~/ui/picture";
import { Section } from "~/ui/section";
import { SiteLink } from "~/ui/site-link";
import { headingFields, type Block } from "../block";

type Solution = Block<"homeSolutions">["solutions"][number];

/** How many are shown with a large picture: the first row. */
const large = 2;

/** What the product does for each kind of customer, each with its drawing. */
export function Solutions({ section }: { section: Block<"homeSolutions"> }) {
  const { callToAction } = section;
  return (
    <Section
      id="solutions"
      title={section.heading}
      intro={section.lead}
      fields={headingFields}
      aside={
        callToAction && (
          <Button asChild variant="outline">
            <SiteLink href={callToAction.href} event={callToAction.event}>
              {callToAction.label}
              <Icon name="arrow-right" />
            </SiteLink>
          </Button>
        )
      }
    >
      <ul className="grid gap-4 md:grid-cols-4">
        {section.solutions.map((solution, index) => (
          <li key={solution._id} className={cx(index < large && "md:col-span-2")}>
            <SolutionCard solution={solution} isLarge={index < large} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function SolutionCard({ solution, isLarge }: { solution: Solution; isLarge: boolean }) {
  return (
    <SiteLink
      href={solution.slug && `/solutions/${solution.slug}`}
      className={cx(
        "group/card grid h-full overflow-hidden rounded-lg border border-line bg-surface transition-colors hover:border-line-strong hover:bg-surface-2",
        isLarge
          ? "grid-rows-[auto_1fr]"
          : "grid-cols-[7rem_minmax(0,1fr)] md:grid-cols-1 md:grid-rows-[auto_1fr]",
      )}
    >
      <span
        className={cx(
          "block overflow-hidden bg-ground",
          isLarge
            ? "aspect-[2/1] border-b border-line"
            : "max-md:border-r md:aspect-[3/2] md:border-b border-line",
        )}
      >
        {solution.image?.asset && (
          <Picture
            image={solution.image}
            ratio={isLarge ? 2 : 3 / 2}
            sizes={
              isLarge
                ? "(min-width: 78rem) 592px, (min-width: 48rem) 50vw, 100vw"
                : "(min-width: 78rem) 288px, (min-width: 48rem) 25vw, 168px"
            }
            alt=""
            className="size-full object-cover transition-transform duration-200 group-hover/card:scale-[1.02]"
          />
        )}
      </span>
      <div className={isLarge ? "p-6" : "p-4 md:p-5"}>
        <h3
          className={cx(
            "font-semibold tracking-tight group-hover/card:text-action",
            isLarge ? "text-xl" : "text-[1.0625rem]",
          )}
        >
          {solution.title}
        </h3>
        <span className="mt-1.5 block text-[0.9375rem] text-muted">
          {solution.shortDescription}
        </span>
      </div>
    </SiteLink>
  );
}
