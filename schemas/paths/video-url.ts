import { z } from "zod";
import { parseUrl } from "./parse-url";

/** The services whose videos an article can show, by their names in the setting VIDEO_PLAYERS. */
export const videoServices = {
  youtube: {
    title: "YouTube",
    // The host that sets no cookies before a video plays.
    origin: "https://www.youtube-nocookie.com",
    id: (url: URL): string | undefined => {
      if (url.hostname === "youtu.be") return url.pathname.slice(1);
      if (!/^(www\.|m\.)?youtube(-nocookie)?\.com$/.test(url.hostname)) return undefined;
      const [, kind, id] = url.pathname.split("/");
      if (kind === "watch") return url.searchParams.get("v") ?? undefined;
      return kind === "embed" || kind === "shorts" || kind === "live" ? id : undefined;
    },
    player: (id: string) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`,
  },
  vimeo: {
    title: "Vimeo",
    origin: "https://player.vimeo.com",
    id: (url: URL): string | undefined =>
      /^(www\.|player\.)?vimeo\.com$/.test(url.hostname)
        ? /^\/(?:video\/)?(\d+)/.exec(url.pathname)?.[1]
        : undefined,
    player: (id: string) => `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1`,
  },
};

export type VideoService = keyof typeof videoServices;

/** @returns whether it is one of the services' names */
const isVideoService = (name: string): name is VideoService => name in videoServices;

/** Reads VIDEO_PLAYERS: the services' names, separated by commas. */
export const videoPlayers = z
  .string()
  .default("")
  .transform((names) => names.split(/[\s,]+/).filter(Boolean))
  .pipe(
    z.array(
      z.string().refine(isVideoService, `must name ${Object.keys(videoServices).join(" or ")}`),
    ),
  );

/**
 * The service and player URL of a video, parsed from the URL that an editor copied out of a
 * browser.
 */
export interface VideoPlayer {
  service: VideoService;
  /** The URL that a frame loads to play it. */
  player: string;
}

/** @returns null for anything but the page of a single video at one of the services */
export function parseVideoUrl(value: unknown): VideoPlayer | null {
  const url = typeof value === "string" ? parseUrl(value) : null;
  if (url?.protocol !== "https:") return null;
  for (const service of Object.keys(videoServices).filter(isVideoService)) {
    const id = videoServices[service].id(url);
    // Only an id may get into the URL of the frame.
    if (id && /^[\w-]{3,32}$/.test(id)) {
      return { service, player: videoServices[service].player(id) };
    }
  }
  return null;
}
