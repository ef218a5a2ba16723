import { type Database, isDiskFull } from "@platen/postgres/database";
import { badRequest } from "../errors";
import { type Identity, service } from "./identity";
import { limits } from "../limits";

export interface LakeUser {
  id: string;
  name: string;
  email: string;
  profileImage: string | undefined;
}

interface PersonRow {
  id: string;
  name: string;
  email: string;
  profile_image: string | null;
}

/**
 * Everyone who has opened the Studio, and the scripts that may write, so that avatars and the
 * history of years have a name and a picture.
 */
export class Users {
  readonly #database: Database;
  readonly #people = new Map<string, LakeUser>();

  private constructor(database: Database) {
    this.#database = database;
  }

  static async open(database: Database): Promise<Users> {
    const people = new Users(database);
    // Seed and commands write under this name, and never open the Studio.
    people.#people.set(service.id, { ...service, profileImage: undefined });
    const rows = await database.query<PersonRow>(
      "select id, name, email, profile_image from lake.people",
    );
    for (const { id, name, email, profile_image } of rows) {
      people.#people.set(id, { id, name, email, profileImage: profile_image ?? undefined });
    }
    return people;
  }

  get(id: string): LakeUser | undefined {
    return this.#people.get(id);
  }

  /**
   * Stores the user's current name and picture. Called with every request, it writes only changes.
   * On a full disk they are held in memory until the process ends: the request may be a read, which
   * must not fail.
   */
  async remember({ id, name, email, profileImage }: Identity): Promise<void> {
    const known = this.#people.get(id);
    if (known?.name === name && known.email === email && known.profileImage === profileImage)
      return;
    this.#people.set(id, { id, name, email, profileImage });
    try {
      await this.#database.query(
        `insert into lake.people (id, name, email, profile_image) values ($1, $2, $3, $4)
         on conflict (id) do update
         set name = excluded.name, email = excluded.email, profile_image = excluded.profile_image`,
        [id, name, email, profileImage ?? null],
      );
    } catch (error) {
      if (!isDiskFull(error)) throw error;
    }
  }

  /** What the Studio stores for a user under these keys, as JSON. */
  async recall(userId: string, keys: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.#database.query<{ key: string; value: string }>(
      "select key, value from lake.keyvalue where person_id = $1 and key = any ($2::text[])",
      [userId, keys],
    );
    return new Map(rows.map(({ key, value }) => [key, value]));
  }

  /** Throws a LakeError 400 when there are too many keys, or too many bytes under all of them. */
  async keep(userId: string, key: string, value: unknown): Promise<void> {
    const saved = await this.#database.query(
      `insert into lake.keyvalue (person_id, key, value)
       select $1, $2, $3
       where (
         select count(*) < $4 and coalesce(sum(octet_length(value)), 0) + octet_length($3) <= $5
         from lake.keyvalue where person_id = $1 and key <> $2
       )
       on conflict (person_id, key) do update set value = excluded.value
       returning key`,
      [userId, key, JSON.stringify(value ?? null), limits.keyValues, limits.keyValueBytes],
    );
    if (saved.length > 0) return;
    throw badRequest(
      `No more than ${limits.keyValues} keys with ${limits.keyValueBytes} bytes are saved`,
    );
  }
}
