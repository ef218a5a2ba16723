import type { AccountMail, MailTextWithLifetime } from "./mail-content";
import { codePage } from "./link";

/** Paper, ink and the four inks of the bar: the same as the site's. */
const palettes = {
  light: {
    ground: "#f1efe9",
    paper: "#ffffff",
    text: "#16181d",
    muted: "#5b606b",
    line: "#dedbd2",
    action: "#00627a",
    onAction: "#ffffff",
  },
  dark: {
    ground: "#090b0f",
    paper: "#131720",
    text: "#f5f2eb",
    muted: "#b9bec9",
    line: "#3b4556",
    action: "#19c3ee",
    onAction: "#04212a",
  },
};

/** The colors that a mail is drawn in. */
export type ColorScheme = keyof typeof palettes;
type Palette = (typeof palettes)[ColorScheme];

/** For mail programs in dark mode that read style sheets; the others keep the paper. */
const dark = `@media (prefers-color-scheme:dark){
.ground{background:${palettes.dark.ground}!important}
.sheet{background:${palettes.dark.paper}!important;border-color:${palettes.dark.line}!important}
.text{color:${palettes.dark.text}!important}
.muted{color:${palettes.dark.muted}!important}
.line{border-color:${palettes.dark.line}!important}
.link{color:${palettes.dark.action}!important}
.button{background:${palettes.dark.action}!important}
.button a{color:${palettes.dark.onAction}!important}
}`;

/** Each ink full, at two thirds and at one third, as on the edge of a press sheet. */
const inks = [
  ...["#19c3ee", "#62d6f3", "#b0eaf9"],
  ...["#ff4a93", "#ff86b7", "#ffc2db"],
  ...["#ffd43d", "#ffe17d", "#fff0be"],
  ...["#16181d", "#64666b", "#b3b4b6"],
];

/**
 * A mail as HTML: a sheet of paper under a bar of inks. Styles are inside the elements and the
 * layout is of tables, because mail programs know little else; nothing is loaded from anywhere.
 *
 * @param only the scheme of a preview, which has no style sheet: the site's policy allows none
 */
export function mailHtml(
  words: MailTextWithLifetime,
  content: AccountMail,
  brandName: string,
  only?: ColorScheme,
): string {
  const colors = palettes[only ?? "light"];
  const schemes = only ?? "light dark";
  const bar = inks
    .map((ink) => `<td style="height:6px;background:${ink};font-size:0;line-height:0">&nbsp;</td>`)
    .join("");
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="${schemes}"><meta name="supported-color-schemes" content="${schemes}"><title>${escape(words.subject)}</title>${only ? "" : `<style>${dark}</style>`}</head>
<body class="ground" style="margin:0;padding:32px 16px;background:${colors.ground};font:16px/1.55 system-ui,-apple-system,'Segoe UI',sans-serif">
<div class="sheet" style="max-width:520px;margin:0 auto;background:${colors.paper};border:1px solid ${colors.line};border-radius:10px;overflow:hidden">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${bar}</tr></table>
<div class="text" style="padding:28px 32px 32px;color:${colors.text}">
<p style="margin:0 0 24px;font-weight:700;font-size:18px;letter-spacing:-0.01em">${escape(brandName)}</p>
<h1 style="margin:0 0 12px;font-size:24px;line-height:1.2;letter-spacing:-0.02em">${escape(words.subject)}</h1>
<p style="margin:0 0 16px">${escape(words.lead)}</p>
${actionButton(words, content, colors)}${digits(words, content, colors)}<p class="muted line" style="margin:28px 0 0;padding-top:20px;border-top:1px solid ${colors.line};color:${colors.muted};font-size:14px">${escape(words.ifUnexpected)}</p>
</div>
</div>
<p class="muted" style="max-width:520px;margin:16px auto 0;padding:0 32px;color:${colors.muted};font-size:13px">${escape(footer(content, brandName))}</p>
</body>
</html>
`;
}

/** What a visitor wrote, as plain text: no markup of theirs is one in the mail. */
export const messageHtml = (text: string): string =>
  `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body><div style="white-space:pre-wrap;font:16px/1.55 system-ui,-apple-system,'Segoe UI',sans-serif">${escape(text)}</div></body>
</html>
`;

function actionButton(
  { button }: MailTextWithLifetime,
  { link }: AccountMail,
  colors: Palette,
): string {
  if (!link) return "";
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0"><tr><td class="button" style="background:${colors.action};border-radius:6px"><a href="${escape(link)}" style="display:inline-block;padding:13px 22px;color:${colors.onAction};font-weight:600;text-decoration:none">${escape(button)}</a></td></tr></table>
<p style="margin:0 0 8px">Or <a class="link" href="${escape(codePage(link))}" style="color:${colors.action}">enter this code</a>:</p>
`;
}

function digits(
  { lifetime }: MailTextWithLifetime,
  { code }: AccountMail,
  colors: Palette,
): string {
  if (code === null) return "";
  return `<p style="margin:0 0 16px;font:600 26px/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:5px">${escape(code)}</p>
<p class="muted" style="margin:0;color:${colors.muted};font-size:14px">${lifetime}</p>
`;
}

/** Whose mail it is; its host as text, because a link to it would be one more to fake. */
function footer({ to, link }: AccountMail, brandName: string): string {
  const host = link ? `, ${new URL(link).host}` : "";
  return `Sent to ${to} by ${brandName}${host}.`;
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escape = (value: string) =>
  value.replace(/[&<>"']/g, (character) => entities[character] ?? "");
