import type { DrawingName } from "../../../schemas/fields/drawing";
import { conversion } from "./conversion";
import { creation } from "./creation";
import { finishing } from "./finishing";
import { pages } from "./pages";
import type { Drawing } from "./paper";

/** Every operation, before and after. */
export const drawings: Record<DrawingName, Drawing> = {
  ...pages,
  ...finishing,
  ...conversion,
  ...creation,
};
