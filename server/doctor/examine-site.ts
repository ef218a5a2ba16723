import { resolve } from "node:path";
import type { ExaminedSubject, Finding } from "@domain/administration/health";
import {
  databaseServer,
  embeddedServices,
  readEnvironment,
  type LauncherEnvironment,
} from "../config/environment";
import { examineAddress } from "./address";
import { examineBackups, examineDataDirectory } from "./data-directory";
import { examineDatabaseServer } from "./database-server";
import { examineHostedAccounts, examineHostedLake } from "./hosted";
import { examineMachine, readMachine } from "./machine";
import { examineMail } from "./mail";

/**
 * Examines the settings, the machine, the data directory, backups, the public URL, mail and hosted
 * services, all at the same time. Changes nothing.
 *
 * @param variables the operator's, without those that the launcher sets for its children
 * @returns the subjects in the order in which they depend on each other
 * @throws sentences that each name a variable that is wrong
 */
export function examineSite(variables: NodeJS.ProcessEnv): Promise<ExaminedSubject[]> {
  const environment = readEnvironment(variables);
  const now = new Date();
  const subjects: Subject[] = [
    ["Machine", async () => examineMachine(await readMachine(), now)],
    ...dataSubjects(environment, now),
    ["Public URL", () => examineAddress(environment, now)],
    ...hostedSubjects(environment, variables),
  ];
  return Promise.all(
    subjects.map(async ([title, examine]) => ({ title, findings: await examine() })),
  );
}

type Subject = [title: string, examine: () => Promise<Finding[]>];

/** What a site with an embedded service stores itself. */
function dataSubjects(environment: LauncherEnvironment, now: Date): Subject[] {
  const { lake, auth } = embeddedServices(environment);
  if (!lake && !auth) return [];
  const { BACKUP_DIR, BACKUP_HOURS: hours } = environment;
  const dataDirectory = resolve(environment.DATA_DIR);
  const directory = BACKUP_DIR === undefined ? undefined : resolve(BACKUP_DIR);
  const server = databaseServer(environment);
  const subjects: Subject[] = [
    ["Data", () => examineDataDirectory(dataDirectory)],
    server === undefined
      ? ["Backups", () => examineBackups({ dataDirectory, directory, hours }, now)]
      : ["Database", () => examineDatabaseServer(server)],
  ];
  return auth ? [...subjects, ["Mail", () => examineMail(environment)]] : subjects;
}

function hostedSubjects(environment: LauncherEnvironment, variables: NodeJS.ProcessEnv): Subject[] {
  const { SANITY_PROJECT_ID, SUPABASE_URL, DATABASE_URL } = environment;
  const { SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY } = environment;
  const { SANITY_STUDIO_PROJECT_ID } = variables;
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
