import type { Migrations } from "@platen/postgres/migrations";
import profiles from "../../supabase/migrations/0001_profiles.sql?raw";
import avatars from "../../supabase/migrations/0002_avatars.sql?raw";
import wholeSessions from "../../supabase/migrations/0003_whole_sessions.sql?raw";
import plansCreditsKeys from "../../supabase/migrations/0004_plans_credits_keys.sql?raw";
import administration from "../../supabase/migrations/0005_administration.sql?raw";
import ownSecurity from "../../supabase/migrations/0006_own_security.sql?raw";
import suspendedAccounts from "../../supabase/migrations/0010_suspended_accounts.sql?raw";
import userList from "../../supabase/migrations/0020_user_list.sql?raw";
import closedAccounts from "../../supabase/migrations/0030_closed_accounts.sql?raw";
import plainNames from "../../supabase/migrations/0031_plain_names.sql?raw";
import keysOnlyEnd from "../../supabase/migrations/0032_keys_only_end.sql?raw";
import removedAuthenticators from "../../supabase/migrations/0033_removed_authenticators.sql?raw";
import nameOfConfirmer from "../../supabase/migrations/0034_name_of_whoever_confirms.sql?raw";
import anonymousAccounts from "../../supabase/migrations/0035_anonymous_accounts.sql?raw";
import secondFactorOfTheSession from "../../supabase/migrations/0036_second_factor_of_the_session.sql?raw";
import rightRecoveryCodesCount from "../../supabase/migrations/0037_right_recovery_codes_count.sql?raw";
import signInsBesideRequests from "../../supabase/migrations/0038_sign_ins_beside_requests.sql?raw";
import deletionIndexes from "../../supabase/migrations/0039_deletion_indexes.sql?raw";
import namesWithoutBlanks from "../../supabase/migrations/0040_names_without_blanks.sql?raw";
import versionsOfAdministrators from "../../supabase/migrations/0041_versions_of_administrators.sql?raw";
import likesAndComments from "../../supabase/migrations/0042_likes_and_comments.sql?raw";
import articleIds from "../../supabase/migrations/0043_ids_of_articles.sql?raw";
import unconfirmedAccounts from "../../supabase/migrations/0044_unconfirmed_accounts.sql?raw";
import messages from "../../supabase/migrations/0045_messages.sql?raw";

/**
 * The app's own tables, in order; gaps in the numbers mean nothing. Hosted projects apply the same
 * files. They are listed, because esbuild, which compiles the processes, has no `import.meta.glob`.
 */
export const appMigrations: Migrations = {
  name: "app",
  files: [
    { name: "0001_profiles.sql", sql: profiles },
    { name: "0002_avatars.sql", sql: avatars },
    { name: "0003_whole_sessions.sql", sql: wholeSessions },
    { name: "0004_plans_credits_keys.sql", sql: plansCreditsKeys },
    { name: "0005_administration.sql", sql: administration },
    { name: "0006_own_security.sql", sql: ownSecurity },
    { name: "0010_suspended_accounts.sql", sql: suspendedAccounts },
    { name: "0020_user_list.sql", sql: userList },
    { name: "0030_closed_accounts.sql", sql: closedAccounts },
    { name: "0031_plain_names.sql", sql: plainNames },
    { name: "0032_keys_only_end.sql", sql: keysOnlyEnd },
    { name: "0033_removed_authenticators.sql", sql: removedAuthenticators },
    { name: "0034_name_of_whoever_confirms.sql", sql: nameOfConfirmer },
    { name: "0035_anonymous_accounts.sql", sql: anonymousAccounts },
    { name: "0036_second_factor_of_the_session.sql", sql: secondFactorOfTheSession },
    { name: "0037_right_recovery_codes_count.sql", sql: rightRecoveryCodesCount },
    { name: "0038_sign_ins_beside_requests.sql", sql: signInsBesideRequests },
    { name: "0039_deletion_indexes.sql", sql: deletionIndexes },
    { name: "0040_names_without_blanks.sql", sql: namesWithoutBlanks },
    { name: "0041_versions_of_administrators.sql", sql: versionsOfAdministrators },
    { name: "0042_likes_and_comments.sql", sql: likesAndComments },
    { name: "0043_ids_of_articles.sql", sql: articleIds },
    { name: "0044_unconfirmed_accounts.sql", sql: unconfirmedAccounts },
    { name: "0045_messages.sql", sql: messages },
  ],
};
