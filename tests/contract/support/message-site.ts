import type { Visitor } from "./account-site";
import { openPlanSite, type PlanSite } from "./plan-site";

interface StoredMessage {
  id: string;
  state: string;
  email: string;
  user_id: string | null;
  assignee: string | null;
  network: string | null;
}

/** The accounts, and a lake whose contact form sends messages. */
export interface MessageSite extends PlanSite {
  /** Sets what the contact form does. */
  switchTo(contactForm: "mail" | "messages"): Promise<void>;
  /** Sends the contact form as somebody does who has written for a while. */
  write(visitor: Visitor, fields?: Record<string, string>): ReturnType<Visitor["send"]>;
  /** Sends a form of the inbox. */
  change(admin: Visitor, intent: string, ...id: string[]): ReturnType<Visitor["send"]>;
  /** Sends a form of a message's page. */
  changeOne(admin: Visitor, id: string, intent: string): ReturnType<Visitor["send"]>;
  /** Opens the inbox. */
  list(visitor: Visitor, query?: string): ReturnType<Visitor["open"]>;
  /** Opens a message. */
  read(visitor: Visitor, id: string): ReturnType<Visitor["open"]>;
  /** The messages that are stored, oldest first. */
  stored(): Promise<StoredMessage[]>;
  /** The id of the last one. */
  lastId(): Promise<string>;
}

export const inquiry = {
  name: "Nora Newcomer",
  email: "nora@paper.example",
  company: "",
  subject: "A question",
  message: "How many pages\ncan one call merge?",
};

/** Starts it. Import modules of app/ only afterwards. */
export async function openMessageSite(): Promise<MessageSite> {
  const site = await openPlanSite();
  const lake = site.lake.client();
  const { invalidateContent } = await import("~/content/reading/content-events.server");
  const { newTicket } = await import("~/account/forms/form-ticket.server");
  const contact = await import("~/routes/contact");
  const inbox = await import("~/routes/admin-messages");
  const page = await import("~/routes/admin-message");
  const stored = () =>
    site.database.query<StoredMessage>("select * from public.messages order by created_at, id");
  return {
    ...site,
    async switchTo(contactForm) {
      await lake.patch("siteSettings").set({ "behaviour.contactForm": contactForm }).commit();
      invalidateContent();
    },
    write(visitor, fields = {}) {
      const ticket = newTicket("/contact", Date.now() - 60_000);
      return visitor.send(contact.action, "/contact", { ...inquiry, ticket, ...fields });
    },
    change: (admin, intent, ...id) => admin.send(inbox.action, "/admin/messages", { intent, id }),
    changeOne: (admin, id, intent) =>
      admin.send(page.action, `/admin/messages/${id}`, { intent }, { id }),
    list: (visitor, query = "") => visitor.open(inbox.loader, `/admin/messages?${query}`),
    read: (visitor, id) => visitor.open(page.loader, `/admin/messages/${id}`, { id }),
    stored,
    lastId: async () => (await stored()).at(-1)?.id ?? "",
  };
}
