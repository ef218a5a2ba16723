import { useState } from "react";
import type { ArticleBlock } from "./prepare-article.server";
import { Icon } from "~/ui/icon";

/**
 * A video of another site. Its player is loaded when a visitor requests it, if the policy allows
 * it; without scripts, and where it does not, the title leads to the video's own page.
 */
export function Video({ block }: { block: ArticleBlock<"video"> }) {
  const [isPlaying, setPlaying] = useState(false);
  const { title, url, player, service } = block;
  if (!url) return null;
  const frame = "my-2 aspect-video w-full rounded-lg border border-line bg-surface-2";
  if (isPlaying && player) {
    return (
      <iframe
        src={player}
        title={title}
        allow="autoplay; fullscreen; picture-in-picture"
        // YouTube refuses to play without an origin; the path must not be disclosed.
        referrerPolicy="strict-origin-when-cross-origin"
        className={frame}
      />
    );
  }
  return (
    <a
      href={url}
      rel="noreferrer"
      className={`${frame} group flex flex-col items-center justify-center gap-4 p-6 text-center`}
      onClick={(event) => {
        if (!player) return;
        event.preventDefault();
        setPlaying(true);
      }}
    >
      <span className="flex size-16 items-center justify-center rounded-full border border-action/40 text-action group-hover:bg-action/10">
        <Icon name="play" className="size-7" />
      </span>
      <span className="font-semibold text-foreground">{title}</span>
      <span className="text-sm text-faint">
        {player ? `Plays from ${service}` : `Watch on ${service}`}
      </span>
    </a>
  );
}
