import profiles from "../supabase/migrations/0001_profiles.sql?raw";

/** The app's own tables, in order. Hosted projects apply the same files. */
export const appMigrations = [{ name: "0001_profiles.sql", sql: profiles }];
