import { limits } from "../limits";
import {
  anywhere,
  attribute,
  attributeOf,
  compare,
  element,
  elements,
  everything,
  range,
  type Step,
  walk,
} from "./path-resolution";

export interface Path {
  readonly steps: readonly Step[];
  /** The last step is in brackets. */
  readonly endsInBrackets: boolean;
  /**
   * The mutator interprets it as we do, wherever it leads to something: only attributes, `[3]` and
   * `[_key=="a"]`.
   */
  readonly isPlain: boolean;
  /**
   * It is plain, except that its last step may be `[-1]` too; and that step is in brackets, without
   * a comma.
   */
  readonly namesElement: boolean;
}

interface Token {
  readonly kind: "name" | "text" | "number" | "sign";
  readonly value: string;
}

const tokens =
  /\s+|(\.\.|[=!<>]=|[[\].,:?*@<>])|(-?\d+(?:\.\d+)?)(?![\w$])|([A-Za-z_$][\w$]*)|'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"/sy;

/**
 * Reads a path of a patch. https://www.sanity.io/docs/json-match: `a.b`, `['a-b']`, `[0]`, `[-1]`,
 * `[1:3]` (without 3), `[*]`, `[_key=="x"]`, `[price > 10]`, `[price?]`, `[@ == "x"]`,
 * `[0,2:4,name]`, `..name`.
 *
 * @throws SyntaxError
 */
export function parsePath(text: string): Path {
  return new Parser(tokensOf(text)).path();
}

/** The path of one location, as the mutator reads it. */
export function writtenOut(path: readonly (string | number)[]): string {
  return path
    .map((part, index) => {
      if (typeof part === "number") return `[${part}]`;
      if (!/^[A-Za-z_]\w*$/.test(part) || isBoolean(part)) {
        return `['${part.replace(/[\\']/g, "\\$&")}']`;
      }
      return index === 0 ? part : `.${part}`;
    })
    .join("");
}

function tokensOf(text: string): Token[] {
  const found: Token[] = [];
  tokens.lastIndex = 0;
  while (tokens.lastIndex < text.length) {
    const match = tokens.exec(text);
    if (!match) throw new SyntaxError("it has a character that is out of place");
    const [, sign, number, name, quoted, string] = match;
    if (sign !== undefined) found.push({ kind: "sign", value: sign });
    else if (number !== undefined) found.push({ kind: "number", value: number });
    else if (name !== undefined) found.push({ kind: "name", value: name });
    else if (quoted !== undefined) found.push({ kind: "name", value: unescaped(quoted) });
    else if (string !== undefined) found.push({ kind: "text", value: unescaped(string) });
    if (found.length > limits.pathTokens) throw new SyntaxError("it is too long");
  }
  return found;
}

const isBoolean = (name: string) => name === "true" || name === "false";

const unescaped = (text: string) => text.replace(/\\(.)/gs, "$1");

class Parser {
  readonly #tokens: readonly Token[];
  #index = 0;
  #isPlain = true;
  #namesElement = false;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  path(): Path {
    const { steps, inBrackets } = this.#steps();
    if (this.#index < this.#tokens.length) throw this.#outOfPlace();
    const [isPlain, namesElement] = [this.#isPlain, this.#namesElement];
    return { steps, endsInBrackets: inBrackets, isPlain, namesElement };
  }

  #steps(): { steps: Step[]; inBrackets: boolean } {
    const steps: Step[] = [];
    let inBrackets = false;
    do {
      const isFirst = steps.length === 0;
      inBrackets = this.#next("[");
      this.#namesElement = false;
      if (inBrackets) steps.push(this.#brackets());
      else if (this.#next("..")) {
        this.#isPlain = false;
        const below = this.#steps();
        return { steps: [...steps, anywhere(below.steps)], inBrackets: false };
      } else {
        if (!isFirst && !this.#next(".")) throw this.#outOfPlace();
        steps.push(this.#attribute());
      }
    } while (this.#sees("[") || this.#sees(".") || this.#sees(".."));
    return { steps, inBrackets };
  }

  #attribute(): Step {
    if (this.#next("*")) {
      this.#isPlain = false;
      return everything;
    }
    const name = this.#take("name");
    if (name === undefined) throw this.#outOfPlace();
    // Without quotes the mutator accepts neither as a name.
    if (name.includes("$") || isBoolean(name)) this.#isPlain = false;
    return attribute(name);
  }

  /** One of several steps: what is between the commas. */
  #brackets(): Step {
    const terms: Step[] = [];
    const wasPlain = this.#isPlain;
    let isOne = false;
    let isPlain = false;
    do {
      const start = this.#index;
      terms.push(this.#term());
      const [first, second, third] = this.#tokens.slice(start, this.#index);
      const length = this.#index - start;
      isOne = length === 1 && first?.kind === "number";
      isPlain = isOne && Number(first?.value) >= 0;
      // The mutator interprets other comparisons differently: `"5" > 3`.
      if (length === 3 && second?.value === "==" && third?.kind === "text") isOne = isPlain = true;
    } while (this.#next(","));
    if (!this.#next("]")) throw this.#outOfPlace();
    this.#namesElement = wasPlain && isOne && terms.length === 1;
    this.#isPlain = wasPlain && isPlain && terms.length === 1;
    return (match) => terms.flatMap((term) => [...term(match)]);
  }

  #term(): Step {
    if (this.#sees(":") || this.#tokens[this.#index]?.kind === "number") {
      const start = this.#integer();
      if (!this.#next(":")) return element(start ?? 0);
      return range(start, this.#integer());
    }
    const start = this.#index;
    const name = this.#next("@") ? undefined : this.#take("name");
    if (name !== undefined || this.#index > start) {
      const subject = (value: unknown) => (name === undefined ? value : attributeOf(value, name));
      if (this.#next("?")) return elements((value) => subject(value) !== undefined);
      const operator = this.#operator();
      if (operator) {
        const literal = this.#literal();
        return elements((value) => compare(subject(value), operator, literal));
      }
      this.#index = start;
    }
    const { steps } = this.#steps();
    return (match) => walk(steps, [match]);
  }

  #integer(): number | undefined {
    const text = this.#take("number");
    if (text?.includes(".")) throw new SyntaxError("an index is a whole number");
    return text === undefined ? undefined : Number(text);
  }

  #operator(): string | undefined {
    return ["==", "!=", "<=", ">=", "<", ">"].find((operator) => this.#next(operator));
  }

  #literal(): string | number | boolean {
    const text = this.#take("text");
    if (text !== undefined) return text;
    const number = this.#take("number");
    if (number !== undefined) return Number(number);
    const name = this.#take("name");
    if (name !== undefined && isBoolean(name)) return name === "true";
    throw new SyntaxError(
      "what is compared with is a number, true, false, or a text in double quotes",
    );
  }

  #sees(sign: string): boolean {
    const token = this.#tokens[this.#index];
    return token?.kind === "sign" && token.value === sign;
  }

  #next(sign: string): boolean {
    if (!this.#sees(sign)) return false;
    this.#index++;
    return true;
  }

  #take(kind: Token["kind"]): string | undefined {
    const token = this.#tokens[this.#index];
    if (token?.kind !== kind) return undefined;
    this.#index++;
    return token.value;
  }

  #outOfPlace(): SyntaxError {
    const token = this.#tokens[this.#index];
    return new SyntaxError(token ? `"${token.value}" is out of place` : "it ends unexpectedly");
  }
}
