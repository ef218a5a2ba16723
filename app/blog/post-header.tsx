import { Link } from "@remix-run/react";
import type { PostQueryResult } from "~/content/types.generated";
import { Field } from "~/ui/editable-field";
import { Badge } from "~/ui/badge";
import { Avatar } from "~/ui/avatar";
import { formatDate } from "~/ui/format/format-date";
import { formatNumber } from "~/ui/format/format-number";
import { sizedImage } from "~/ui/urls/image-url";
import { useRootData } from "~/document/root-data";
import { categoryArchivePath } from "./archive-path";
import { byline, minutesToRead } from "./byline";

type Post = Omit<NonNullable<PostQueryResult>, "content">;

/** Category, date, title, excerpt and author of an article. */
export function PostHeader({ post }: { post: Post }) {
  const { images, site } = useRootData();
  const { name, role } = byline(post.author?.name ?? null, post.author?.role ?? null);
  const portrait = sizedImage(images, post.author?.image);
  const badge = post.category && <Badge tone="action">{post.category.title}</Badge>;
  const archive =
    site?.archives === "pages" ? categoryArchivePath(post.category?.slug ?? "") : null;
  return (
    <header>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-faint">
        {archive ? <Link to={archive}>{badge}</Link> : badge}
        <time dateTime={post.date ?? undefined}>{formatDate(post.date)}</time>
        {post.views !== null && <span>{formatNumber(post.views)} views</span>}
      </p>
      <Field as="h1" path="title" className="mt-5 max-w-4xl text-title font-semibold">
        {post.title}
      </Field>
      <Field as="p" path="excerpt" className="mt-5 max-w-3xl text-lead text-muted">
        {post.excerpt}
      </Field>
      <div className="mt-7 flex items-center gap-3.5">
        {name && (
          <Avatar name={name} src={portrait?.url({ width: 96, height: 96 }) ?? null} size={48} />
        )}
        <div className="text-[0.9375rem] leading-snug">
          {name && <p className="font-semibold">{name}</p>}
          <p className="text-faint">
            {[role, `${minutesToRead(post)} min read`].filter(Boolean).join(" · ")}
          </p>
        </div>
      </div>
    </header>
  );
}
