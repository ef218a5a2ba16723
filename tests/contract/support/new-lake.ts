import { type ServedLake, serveLake } from "@platen/content-lake/testing/serve";
import { importSeed } from "../../../server/backend/seed";

/** Serves a lake in memory with the initial content of a new site. */
export async function serveNewLake(): Promise<ServedLake> {
  const served = await serveLake();
  await importSeed(served.lake, "sample");
  return served;
}
