import { goodPassword, signUp, startTestService } from "@platen/auth/testing/service";

/**
 * The process of the auth service for the sign-in flood benchmark. Reports its URL and its
 * accounts.
 */
const service = await startTestService();
const emails: string[] = [];
for (let count = 0; count < 20; count++) emails.push((await signUp(service)).email);
console.log(JSON.stringify({ url: service.url, emails, password: goodPassword }));
