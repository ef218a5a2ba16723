import type { Markdown } from "~/markdown/markdown";
import { headed, points } from "~/markdown/outline";
import type { LakeBlock } from "../lake-block";

export const infrastructureMarkdown = (block: LakeBlock<"homeInfrastructure">): Markdown =>
  headed(block, points(block.cards));
