import { startTestService, type TestService } from "./service";

/** The fields that the endpoints read, and others that may have an effect by mistake. */
export const fields = [
  ...["email", "phone", "password", "data", "token", "token_hash", "type", "refresh_token", "id"],
  ...["auth_code", "code_verifier", "code_challenge", "code_challenge_method", "role", "nonce"],
  ...["user_metadata", "app_metadata", "ban_duration", "password_hash", "new_email", "redirect_to"],
  ...["create_user", "email_confirm", "factor_type", "friendly_name", "issuer", "__proto__"],
];

/**
 * A service, and what it logs as a warning or an error: no content of a request may reach the
 * database and be refused there.
 */
export async function startWatchedService(): Promise<{
  service: TestService;
  problems: unknown[];
}> {
  const problems: unknown[] = [];
  const service = await startTestService({
    logger: {
      warn: (details) => void problems.push(details),
      error: (details) => void problems.push(details),
    },
  });
  return { service, problems };
}
