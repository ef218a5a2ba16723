import { isRecord } from "../document";

/** A patch in mendoza's format, as `applyPatch` of the package of that name takes it. */
export type Patch = unknown[];

/** The opcodes that we write. https://github.com/sanity-io/mendoza/blob/main/docs/format.md */
const op = {
  value: 0,
  blank: 2,
  returnIntoObjectSameKey: 5,
  pop: 9,
  pushFieldCopy: 10,
  pushFieldBlank: 11,
  pushElementCopy: 12,
  pushElementBlank: 13,
  returnIntoObjectSameKeyPop: 15,
  returnIntoArrayPop: 16,
  setField: 17,
  deleteField: 19,
  appendValue: 20,
  appendSlice: 21,
  appendString: 22,
  appendStringSlice: 23,
};

/**
 * A patch from `left` to `right`, small where little changed; `null` stands for a missing document.
 * Values are JSON. The patch starts with the document on top of both stacks, as the Studio's
 * history expects.
 */
export function diff(left: unknown, right: unknown): Patch {
  if (same(left, right)) return [];
  const patch = isRecord(left) && isRecord(right) ? diffObject(left, right) : undefined;
  return patch ?? [op.value, right];
}

/**
 * Operations on a copy of `left` that is the output on top. Field numbers index `left`'s sorted
 * keys.
 */
function diffObject(left: Record<string, unknown>, right: Record<string, unknown>): Patch {
  const keys = Object.keys(left).sort();
  const patch: Patch = [];
  keys.forEach((key, index) => {
    if (!Object.hasOwn(right, key)) return patch.push(op.deleteField, index);
    const before = left[key];
    const after = right[key];
    if (same(before, after)) return;
    const inner = diffInner(before, after);
    if (inner) {
      const push = inner.copies ? op.pushFieldCopy : op.pushFieldBlank;
      append(patch, [push, index], inner.patch, [op.returnIntoObjectSameKeyPop]);
    } else {
      patch.push(op.setField, after, key);
    }
  });
  for (const key of Object.keys(right)) {
    if (!Object.hasOwn(left, key)) patch.push(op.setField, right[key], key);
  }
  return patch;
}

/** Element by element: a call takes at most some hundred thousand arguments. */
function append(patch: Patch, ...parts: Patch[]): void {
  for (const part of parts) for (const each of part) patch.push(each);
}

/**
 * The patch from one value to another of the same kind: on a copy of it, or from a blank.
 * `undefined` = write the value out.
 */
function diffInner(left: unknown, right: unknown): { copies: boolean; patch: Patch } | undefined {
  if (isRecord(left) && isRecord(right)) {
    const patch = diffObject(left, right);
    // A copy with no operation would be the old value, but the key order of `right` may be all that
    // differs.
    return patch.length > 0 ? { copies: true, patch } : undefined;
  }
  // An empty blank is neither array nor string: it needs one operation at least.
  if (Array.isArray(left) && Array.isArray(right) && right.length > 0) {
    return { copies: false, patch: diffArray(left, right) };
  }
  if (typeof left === "string" && typeof right === "string") {
    const patch = diffString(left, right);
    return patch && { copies: false, patch };
  }
  return undefined;
}

function diffArray(left: readonly unknown[], right: readonly unknown[]): Patch {
  const patch: Patch = [];
  const positions = new Map(left.map((item, index) => [identityOf(item) ?? item, index]));
  // Each item of `left` is compared with one of `right`: ten thousand that have the key of a large
  // one were all compared with it, and blocked the lake for ten seconds.
  const used = new Set<number>();
  let index = 0;
  while (index < right.length) {
    const item = right[index];
    const from = positions.get(identityOf(item) ?? item) ?? index;
    if (used.has(from)) {
      patch.push(op.appendValue, item);
      index++;
      continue;
    }
    used.add(from);
    let length = 0;
    while (
      index + length < right.length &&
      from + length < left.length &&
      (length === 0 || !used.has(from + length)) &&
      same(left[from + length], right[index + length])
    ) {
      length++;
    }
    if (length > 0) {
      for (let each = from + 1; each < from + length; each++) used.add(each);
      patch.push(op.appendSlice, from, from + length);
      index += length;
      continue;
    }
    const inner = from < left.length ? diffInner(left[from], item) : undefined;
    if (inner) {
      const push = inner.copies ? op.pushElementCopy : op.pushElementBlank;
      append(patch, [push, from], inner.patch, [op.returnIntoArrayPop]);
    } else {
      patch.push(op.appendValue, item);
    }
    index++;
  }
  return patch;
}

/**
 * What identifies an item in its array when it moves: its `_key`. Other objects are compared by
 * index, for speed.
 */
function identityOf(item: unknown): string | undefined {
  return isRecord(item) && typeof item._key === "string" ? `key ${item._key}` : undefined;
}

/**
 * Slices count UTF-8 bytes, and mendoza 3.0.8 resolves the end of a slice wrongly after a character
 * of several bytes (it takes a UTF-16 index for a byte count), so only ASCII is sliced.
 */
function diffString(left: string, right: string): Patch | undefined {
  if (right === "") return undefined;
  const shorter = Math.min(left.length, right.length);
  let prefix = 0;
  while (prefix < shorter && left[prefix] === right[prefix]) prefix++;
  let suffix = 0;
  while (
    suffix < shorter - prefix &&
    left[left.length - 1 - suffix] === right[right.length - 1 - suffix]
  ) {
    suffix++;
  }
  if (prefix + suffix < 8 || !isAscii(left)) return undefined;
  const patch: Patch = [];
  if (prefix > 0) patch.push(op.appendStringSlice, 0, prefix);
  const middle = right.slice(prefix, right.length - suffix);
  if (middle !== "") patch.push(op.appendString, middle);
  if (suffix > 0) patch.push(op.appendStringSlice, left.length - suffix, left.length);
  return patch;
}

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/**
 * Equal as JSON, whatever the order of keys. Unchanged parts of a document are the same object:
 * most comparisons end there.
 */
function same(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => same(item, right[index]))
    );
  }
  if (!isRecord(left) || !isRecord(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && same(left[key], right[key]))
  );
}
