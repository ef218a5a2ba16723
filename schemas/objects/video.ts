import { defineField, defineType } from "@sanity/types";
import { requiredLine } from "../fields/text";
import { parseVideoUrl } from "../paths/video-url";

/** A video of YouTube or Vimeo. Nothing of it is loaded before a visitor plays it. */
export const video = defineType({
  name: "video",
  title: "Video",
  type: "object",
  fields: [
    defineField({
      name: "url",
      title: "URL",
      description: "The URL of the video’s page on YouTube or Vimeo.",
      type: "url",
      validation: (rule) =>
        rule.custom(
          (url) =>
            parseVideoUrl(url) !== null ||
            "Copy the URL of one video from YouTube or Vimeo, beginning with https://.",
        ),
    }),
    requiredLine({ name: "title", title: "Title" }),
  ],
  preview: { select: { title: "title", subtitle: "url" } },
});
