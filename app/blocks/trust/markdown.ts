import type { Markdown } from "~/markdown/markdown";
import { headed, points } from "~/markdown/outline";
import type { LakeBlock } from "../lake-block";

export const trustMarkdown = (trust: LakeBlock<"homeTrust">): Markdown =>
  headed(trust, points(trust.cards));
