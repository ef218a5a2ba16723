import { cx } from "class-variance-authority";
import { Link } from "@remix-run/react";
import type { PostListQueryResult } from "~/content/types.generated";
import { Badge } from "~/ui/badge";
import { formatShortDate } from "~/ui/format/format-date";
import { Icon } from "~/ui/icon";
import { Picture } from "~/ui/picture";
import { firstName, minutesToRead } from "./byline";
import { blogUrl } from "./filter";

export type PostSummary = PostListQueryResult["posts"][number];

interface PostCardProps {
  post: PostSummary;
  /** The first article, on all columns of the list. */
  featured?: boolean;
  /** The level of the title among the page's headings. */
  heading?: "h2" | "h3";
}

/** An article in a list. */
export function PostCard({ post, featured = false, heading: Heading = "h2" }: PostCardProps) {
  const path = `/blog/${post.slug}`;
  const facts = [formatShortDate(post.date), firstName(post.authorName)].filter(Boolean);
  return (
    <article
      className={cx(
        "group/card relative flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface transition-colors hover:border-line-strong",
        featured && "lg:grid lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]",
      )}
    >
      <div
        className={cx(
          "aspect-[16/9] overflow-hidden border-line bg-surface-2",
          featured ? "max-lg:border-b lg:aspect-auto lg:border-r" : "border-b",
        )}
      >
        <Picture
          image={post.image}
          ratio={16 / 9}
          alt=""
          priority={featured}
          sizes={
            featured
              ? "(min-width: 78rem) 40rem, (min-width: 64rem) 55vw, 100vw"
              : "(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, 100vw"
          }
          className="size-full object-cover"
        />
      </div>
      <div className={cx("flex flex-1 flex-col p-6", featured && "lg:justify-center lg:p-10")}>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-faint">
          {post.category && <Badge tone="action">{post.category.title}</Badge>}
          <span>{facts.join(" · ")}</span>
        </p>
        <Heading
          className={cx(
            "mt-4 font-semibold tracking-tight",
            featured ? "text-2xl leading-tight lg:text-[2rem]" : "text-xl leading-snug",
          )}
        >
          <Link
            to={path}
            prefetch="intent"
            className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-action"
          >
            {post.title}
          </Link>
        </Heading>
        <p className="mt-3 mb-5 line-clamp-5 text-[0.9375rem] text-muted">{post.excerpt}</p>
        {post.tags.length > 0 && (
          <ul aria-label="Tags" className="mb-5 flex flex-wrap gap-2">
            {post.tags.slice(0, 3).map((tag) => (
              <li key={tag}>
                <TagLink tag={tag} />
              </li>
            ))}
          </ul>
        )}
        <p
          className={cx(
            "flex items-center justify-between border-t border-line pt-4 text-sm",
            !featured && "mt-auto",
          )}
        >
          <Link
            to={path}
            prefetch="intent"
            className="relative z-10 inline-flex min-h-6 items-center gap-1.5 rounded-md font-semibold text-action"
          >
            Read More
            <span className="sr-only">: {post.title}</span>
            <Icon
              name="arrow-right"
              className="size-4 transition-transform group-hover/card:translate-x-0.5"
            />
          </Link>
          <span className="text-faint">{minutesToRead(post)} min read</span>
        </p>
      </div>
    </article>
  );
}

/** A tag, which links to a search for itself in every category. */
export function TagLink({ tag }: { tag: string }) {
  return (
    <Link
      to={blogUrl({ search: tag })}
      className="relative z-10 inline-flex h-7 items-center rounded-full border border-line px-3 text-[0.8125rem] text-muted transition-colors hover:border-action hover:text-foreground"
    >
      {tag}
    </Link>
  );
}
