import { type Parameters, standIn } from "./parse";

/**
 * A node that evaluates to our function of the values of other nodes. groq-js has no custom
 * functions, but appends one list to another by the list's own method.
 *
 * @param params receives the parameters that the node must be evaluated with
 */
export function computed(
  params: Parameters,
  args: readonly unknown[],
  compute: (values: unknown[]) => unknown,
): Record<string, unknown> {
  const elements = args.map((value) => ({ type: "ArrayElement", value, isSplat: false }));
  const left = standIn(params, new Computing(compute));
  const base = { type: "OpCall", op: "+", left, right: { type: "Array", elements } };
  ours.add(base);
  return { type: "AccessElement", base, index: 0 };
}

/** Whether a node is the addition within a computed one. */
export const isComputing = (node: object) => ours.has(node);

const ours = new WeakSet<object>();

class Computing extends Array<unknown> {
  readonly #compute: (values: unknown[]) => unknown;

  constructor(compute: (values: unknown[]) => unknown) {
    super();
    this.#compute = compute;
  }

  override concat(...lists: unknown[][]): unknown[] {
    return [this.#compute(lists.flat(1))];
  }
}
