import fc from "fast-check";

/** Values that a script may have written where another type belongs. */
const odd = fc.constantFrom<unknown>(
  ...[null, true, 0, -1, 1e308, "", "x", "x".repeat(20_000), "\u0000", "𝒳", "<script>"],
  ...["2025-13-45", "2025-01-01", "https://[", "//evil.example", "/\\evil.example", "#", "%"],
  ...["javascript:alert(1)", "__proto__", "mailto:", [], [null], [[]], ["x"], [1], [{}], {}],
  { _type: "x" },
  { _type: "block", children: "x" },
  { _type: "block", children: [{ _type: "span", text: {} }], markDefs: {}, style: 1 },
  { _type: "image", asset: { _ref: "image-x", _weak: true } },
  { _type: "reference", _ref: "made-up", _weak: true },
  { current: {} },
  { toString: "x", children: [{}], level: "x", listItem: {}, marks: "strong", text: [] },
);

/**
 * A copy of a document, or of a part of one, with something odd at one path in it, however deep.
 */
export const withSomethingOdd = <Whole extends object>(whole: Whole): fc.Arbitrary<Whole> =>
  fc.tuple(fc.nat(), odd).map(([place, value]) => {
    const copy = structuredClone(whole);
    const places = placesIn(copy).filter(
      ({ name }) => !/^_(id|type|rev|createdAt|ref|key)$/.test(name),
    );
    const { holder, name } = places[place % places.length] ?? { holder: copy, name: "title" };
    Object.assign(holder, { [name]: value });
    return copy;
  });

/** Every field of a document, including nested ones. */
function placesIn(value: unknown): { holder: object; name: string }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, held]) => [
    { holder: value, name },
    ...placesIn(held),
  ]);
}
