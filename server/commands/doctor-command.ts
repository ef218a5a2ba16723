import { examineSite } from "../doctor/examine-site";

export const usage = `Usage: npm run doctor

Looks at the settings, the machine, the data directory, backups, the public URL, mail and hosted services, and says what
is wrong and what to do. Changes nothing. Run it with the site's settings, while the site runs.`;

const marks = { ok: "  ok       ", warning: "  warning  ", problem: "  PROBLEM  " };

/**
 * `npm run doctor`.
 *
 * @returns the exit code; 1 when there is a problem
 * @throws sentences that each name a variable that is wrong
 */
export async function doctorCommand(parameters: string[]): Promise<number> {
  if (parameters.length > 0) {
    console.error(usage);
    return 2;
  }
  const subjects = await examineSite(process.env);
  for (const { title, findings } of subjects) {
    console.log(title);
    for (const { kind, text } of findings) console.log(marks[kind] + text);
  }
  const all = subjects.flatMap(({ findings }) => findings);
  return all.some(({ kind }) => kind === "problem") ? 1 : 0;
}
