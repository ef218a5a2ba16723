/**
 * The code languages that a form offers, by the names that the site's highlighter knows: under the
 * code input's own names, Go and batch files had no colors. `mode` is the code input's name, if it
 * differs; `aliases` are what users write after a Markdown fence.
 */
const languages: { title: string; value: string; mode?: string; aliases?: string[] }[] = [
  { title: "Shell", value: "sh", aliases: ["bash", "shell", "zsh", "console", "curl"] },
  { title: "JavaScript", value: "javascript", aliases: ["js", "mjs", "cjs", "node"] },
  { title: "TypeScript", value: "typescript", aliases: ["ts", "mts", "cts"] },
  { title: "JSX", value: "jsx" },
  { title: "TSX", value: "tsx" },
  { title: "Python", value: "python", aliases: ["py"] },
  { title: "Go", value: "go", mode: "golang", aliases: ["golang"] },
  { title: "Ruby", value: "ruby", aliases: ["rb"] },
  { title: "PHP", value: "php" },
  { title: "Java", value: "java" },
  { title: "Kotlin", value: "kotlin", mode: "java", aliases: ["kt"] },
  { title: "C#", value: "csharp", aliases: ["cs", "c#"] },
  { title: "C", value: "c", mode: "java" },
  { title: "C++", value: "cpp", mode: "java", aliases: ["c++"] },
  { title: "Rust", value: "rust", mode: "text", aliases: ["rs"] },
  { title: "Swift", value: "swift", mode: "text" },
  { title: "SQL", value: "sql", aliases: ["mysql", "postgres", "psql"] },
  { title: "JSON", value: "json" },
  { title: "YAML", value: "yaml", aliases: ["yml"] },
  { title: "TOML", value: "toml", mode: "text" },
  { title: "XML", value: "xml" },
  { title: "HTML", value: "html" },
  { title: "CSS", value: "css" },
  { title: "SCSS", value: "scss" },
  { title: "Markdown", value: "markdown", aliases: ["md"] },
  { title: "Dockerfile", value: "dockerfile", mode: "text", aliases: ["docker"] },
  { title: "PowerShell", value: "powershell", mode: "text", aliases: ["ps1"] },
  { title: "Diff", value: "diff", mode: "text" },
  { title: "Plain text", value: "text", aliases: ["txt", "plain", "plaintext"] },
];

/** For `options.languageAlternatives` of a field of the type `code`. */
export const codeLanguages = languages.map(({ title, value, mode }) => ({ title, value, mode }));

/** The name of a language in the form and on the site; `text` for one that neither knows. */
export function codeLanguage(written: string): string {
  const name = written.toLowerCase();
  const known = languages.find(({ value, aliases }) => value === name || aliases?.includes(name));
  return known?.value ?? "text";
}
