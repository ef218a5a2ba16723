import type { Session, SupabaseClient } from "@supabase/supabase-js";
import {
  goodPassword,
  publishableKey,
  secretKey,
  startTestService,
  type TestService,
} from "@platen/auth/testing/service";
import { adminClient, type Target, visitorClient } from "./auth-clients";

interface Account {
  id: string;
  email: string;
  password: string;
}

/** A server to test against the contract, and its users. */
export interface Contract {
  target: Target;
  /** Our own service; undefined when the environment points to another server. */
  service: TestService | undefined;
  /** An email address that is free even on a server that these tests ran on before. */
  newEmail(): string;
  newAccount(): Promise<Account>;
  signedIn(): Promise<Account & { client: SupabaseClient; session: Session }>;
  close(): Promise<void>;
}

/**
 * The server of AUTH_CONTRACT_URL with its two keys, or one of our own. Throws when a key is
 * missing.
 */
export async function openContract(): Promise<Contract> {
  const url = process.env.AUTH_CONTRACT_URL;
  const service = url ? undefined : await startTestService();
  const target: Target = service
    ? { url: service.url, publishableKey, secretKey }
    : {
        url: variable("AUTH_CONTRACT_URL"),
        publishableKey: variable("AUTH_CONTRACT_PUBLISHABLE_KEY"),
        secretKey: variable("AUTH_CONTRACT_SECRET_KEY"),
      };

  const newEmail = () => `contract-${crypto.randomUUID()}@mail.example`;

  async function newAccount(): Promise<Account> {
    const account = { email: newEmail(), password: goodPassword };
    const { data, error } = await adminClient(target).auth.admin.createUser({
      ...account,
      email_confirm: true,
    });
    if (error) throw error;
    return { ...account, id: data.user.id };
  }

  return {
    target,
    service,
    newEmail,
    newAccount,
    async signedIn() {
      const account = await newAccount();
      const client = visitorClient(target);
      const { data, error } = await client.auth.signInWithPassword(account);
      if (error) throw error;
      return { ...account, client, session: data.session };
    },
    close: async () => service?.close(),
  };
}

function variable(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(`${name} is missing, while AUTH_CONTRACT_URL is set.`);
}
