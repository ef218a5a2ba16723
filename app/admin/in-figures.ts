const format = new Intl.NumberFormat("en-US");

/** A number as people read it: "10,000". */
export const inFigures = (value: number): string => format.format(value);
