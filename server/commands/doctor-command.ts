import { resolve } from "node:path";
import { embeddedServices, readEnvironment, type LauncherEnvironment } from "../config/environment";
import { examineAddress } from "../doctor/address";
import { examineBackups, examineDataDirectory } from "../doctor/data-directory";
import type { Finding } from "../doctor/finding";
import { examineHostedAccounts, examineHostedLake } from "../doctor/hosted";
import { examineMachine, readMachine } from "../doctor/machine";
import { examineMail } from "../doctor/mail";

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
  let isWrong = false;
  for (const [subject, examine] of subjects()) {
    console.log(subject);
    for (const { kind, text } of await examine()) {
      console.log(marks[kind] + text);
      isWrong ||= kind === "problem";
    }
  }
  return isWrong ? 1 : 0;
}

type Subject = [title: string, examine: () => Promise<Finding[]>];

function subjects(): Subject[] {
  const environment = readEnvironment(process.env);
  const now = new Date();
  return [
    ["Machine", async () => examineMachine(await readMachine(), now)],
    ...dataSubjects(environment, now),
    ["Public URL", () => examineAddress(environment, now)],
    ...hostedSubjects(environment),
  ];
}

/** What a site with an embedded service stores itself. */
function dataSubjects(environment: LauncherEnvironment, now: Date): Subject[] {
  const { lake, auth } = embeddedServices(environment);
  if (!lake && !auth) return [];
  const { BACKUP_DIR, BACKUP_HOURS: hours } = environment;
  const dataDirectory = resolve(environment.DATA_DIR);
  const directory = BACKUP_DIR === undefined ? undefined : resolve(BACKUP_DIR);
  const subjects: Subject[] = [
    ["Data", () => examineDataDirectory(dataDirectory)],
    ["Backups", () => examineBackups({ dataDirectory, directory, hours }, now)],
  ];
  return auth ? [...subjects, ["Mail", () => examineMail(environment)]] : subjects;
}

function hostedSubjects(environment: LauncherEnvironment): Subject[] {
  const { SANITY_PROJECT_ID, SUPABASE_URL, DATABASE_URL } = environment;
  const { SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY } = environment;
  const { SANITY_STUDIO_PROJECT_ID } = process.env;
  const subjects: Subject[] = [];
  if (SANITY_PROJECT_ID) {
    const lake = { ...environment, SANITY_PROJECT_ID, SANITY_STUDIO_PROJECT_ID };
    subjects.push(["Hosted content", () => examineHostedLake(lake)]);
  }
  if (SUPABASE_URL && DATABASE_URL && SUPABASE_PUBLISHABLE_KEY && SUPABASE_SECRET_KEY) {
    const keys = { SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY };
    const accounts = { ...environment, ...keys, SUPABASE_URL, DATABASE_URL };
    subjects.push(["Hosted accounts", () => examineHostedAccounts(accounts)]);
  }
  return subjects;
}
