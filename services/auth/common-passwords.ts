/*
 * How this list was made: the breach statistics that newspapers print every year agree on what people choose. It is a
 * word from a short list, as it is or followed by one of a few endings; a run along the keyboard; a digit sequence; or
 * a short group repeated. The words and endings below are written down from general knowledge, and the rules combine
 * them into several thousand passwords of eight or more characters (shorter ones are refused for their length).
 */

const words = `
  password passwort passw0rd pass welcome admin administrator root user guest test tester testing login letmein
  secret changeme default master access hello iloveyou loveyou loveme lovely lover sunshine princess prince queen
  dragon monkey shadow superman batman spiderman ironman hulk joker pokemon pikachu naruto starwars skywalker
  football baseball basketball softball soccer hockey tennis golf volleyball cricket swimming dancer runner
  michael jordan jennifer jessica ashley amanda daniel andrew joshua matthew robert thomas charlie george william
  david james john joseph anthony nicole michelle samantha elizabeth hannah taylor justin brandon jasmine maria
  alexander christian christopher jonathan benjamin patrick steven richard stephanie melissa heather maggie sophie
  summer winter spring autumn january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday flower butterfly rainbow angel babygirl baby cutie
  chocolate cookie cheese banana orange apple cherry peanut pepper ginger coffee pizza whatever nothing freedom
  forever friend friends family mother father sister brother purple yellow silver golden diamond crystal
  computer internet samsung google facebook microsoft windows android iphone apple123 linkedin yahoo adobe photoshop
  mustang ferrari porsche corvette mercedes yamaha harley camaro chelsea arsenal liverpool barcelona manchester
  juventus realmadrid cowboys yankees lakers eagles steelers ranger rangers warrior hunter killer ninja samurai
  tigger tiger eagle falcon phoenix panther buster bailey cooper rocky lucky happy smile blessed jesus heaven
  qwerty qwertz azerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx zaqwsx trustno matrix hacker company
  america canada london paris berlin newyork california texas chicago boston florida england germany
`
  .trim()
  .split(/\s+/);

const endings = [
  ...["", "!", "!!", ".", "?", "*", "@", "#", "$", "1!", "12!", "123!", "@1", "@12", "@123", "#1"],
  ...["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "01", "07", "10", "11", "12", "13"],
  ...["21", "22", "23", "33", "42", "44", "55", "66", "69", "77", "88", "99", "000", "007", "100"],
  ...["101", "111", "123", "222", "234", "321", "333", "420", "456", "555", "666", "777", "786"],
  ...[
    "789",
    "888",
    "911",
    "999",
    "1111",
    "1212",
    "1234",
    "2000",
    "4321",
    "12345",
    "123456",
    "54321",
  ],
  ...Array.from({ length: 47 }, (_, index) => String(1980 + index)),
];

const keyboardRuns = [
  "qwertyuiop",
  "qwertzuiop",
  "azertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "1234567890",
];
const keyboardColumns = [
  "1qaz",
  "2wsx",
  "3edc",
  "4rfv",
  "5tgb",
  "6yhn",
  "7ujm",
  "qaz",
  "wsx",
  "edc",
];

const letters = "abcdefghijklmnopqrstuvwxyz";
const digits = "01234567890123456789";
const reversed = (value: string) => [...value].reverse().join("");

/** Every stretch of `line` of that many characters or more, both ways. */
function stretches(line: string, shortest: number): string[] {
  const found: string[] = [];
  for (let start = 0; start + shortest <= line.length; start++) {
    for (let end = start + shortest; end <= line.length; end++) {
      const stretch = line.slice(start, end);
      found.push(stretch, reversed(stretch));
    }
  }
  return found;
}

function* candidates(): Generator<string> {
  for (const word of words) {
    for (const ending of endings) yield word + ending;
    yield word + word;
    yield reversed(word);
  }
  for (const line of [...keyboardRuns, digits, letters, letters + letters]) {
    if (line.length <= 26) yield* stretches(line, 8);
  }
  for (const first of keyboardRuns) {
    for (const part of stretches(first, 4)) {
      yield part + part;
      for (const ending of endings) yield part + ending;
      for (const other of endings) yield other + part;
    }
  }
  for (const first of keyboardColumns) {
    for (const second of keyboardColumns) {
      yield first + second;
      yield first + reversed(second);
      for (const third of keyboardColumns) yield first + second + third;
    }
  }
  for (const group of [
    ...letters,
    ..."0123456789",
    ...endings,
    "abc",
    "abcd",
    "qwe",
    "asd",
    "aa1",
  ]) {
    for (let times = 2; times <= 12; times++) yield group.repeat(times);
  }
  for (const word of [
    "abc",
    "abcd",
    "a1b2c3d4",
    "q1w2e3r4",
    "1q2w3e4r",
    "1q2w3e",
    "aa",
    "asd",
    "qwe",
  ]) {
    for (const ending of ["", ...endings]) {
      yield word + ending;
      yield ending + word;
    }
  }
}

/** Lower-case passwords of eight or more characters. */
export const commonPasswords: ReadonlySet<string> = new Set(
  [...candidates()].filter((candidate) => candidate.length >= 8),
);

const lookAlikes: Record<string, string> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  "5": "s",
  $: "s",
  "7": "t",
};

/** Whether a password is on the list, also with capitals, or with digits that look like letters: `P@ssw0rd123`. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  if (commonPasswords.has(plain)) return true;
  const word = plain.replace(/[^a-z]*$/, "");
  const ending = plain.slice(word.length);
  const spelled = word.replace(/[@43!105$7]/g, (sign) => lookAlikes[sign] ?? sign);
  return commonPasswords.has(spelled + ending);
}
