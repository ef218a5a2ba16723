import type { LakeBlock } from "../lake-block";
import { shortResult } from "../sample-call/short-result";

export const prepareHero = (section: LakeBlock<"homeHero">) => ({
  ...section,
  operations: section.operations.map((operation) => ({
    ...operation,
    call: operation.call && { ...operation.call, result: shortResult(operation.call.result) },
  })),
});
