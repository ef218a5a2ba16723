import { importSeed } from "../../server/backend/seed";
import { serveLake, type ServedLake } from "../../services/content-lake/testing/serve";

/** Serves a lake in memory with the initial content of a new site. */
export async function serveNewLake(): Promise<ServedLake> {
  const served = await serveLake();
  await importSeed(served.lake);
  return served;
}
