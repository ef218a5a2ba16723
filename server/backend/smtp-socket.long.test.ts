import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { expect, onTestFinished, test, vi } from "vitest";
import { newAddress, siteUrl } from "@platen/auth/testing/service";
import { createMailer } from "./smtp-mailer";

/** A mail server that never finishes its first response, and is never silent. */
async function startDrippingServer() {
  const onClose = vi.fn();
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("close", onClose);
    socket.write("220 slow\r\n");
    socket.once("data", () => {
      const dripping = setInterval(() => socket.write("250-slow\r\n"), 20);
      socket.once("close", () => clearInterval(dripping));
      onTestFinished(() => void socket.destroy());
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const address = server.address();
  const url = typeof address === "object" ? `smtp://127.0.0.1:${address?.port}` : "";
  return { url, onClose };
}

test("a mail server that drips its response is disconnected, so that other mails can leave", async () => {
  const server = await startDrippingServer();
  const environment = { SMTP_URL: server.url, SITE_URL: siteUrl };
  const mailer = createMailer(environment, tmpdir(), 300);
  const mail = {
    kind: "recovery",
    to: newAddress(),
    link: siteUrl,
    subject: "Hello",
    html: "<p>Hello</p>",
    text: "Hello",
  } as const;
  await expect(mailer.send(mail)).rejects.toMatchObject({ code: "ETIMEDOUT" });
  await expect.poll(() => server.onClose).toHaveBeenCalledOnce();
});

test("a mail server that sends lines without end is disconnected, whatever is in them", async () => {
  const onClose = vi.fn();
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("close", onClose);
    socket.write("220 endless\r\n");
    const endless = Buffer.from("\r\n".repeat(1_000));
    const send = () => {
      while (socket.writable && socket.write(endless));
      socket.once("drain", send);
    };
    socket.once("data", send);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const address = server.address();
  const url = typeof address === "object" ? `smtp://127.0.0.1:${address?.port}` : "";
  // No timeout of the mail ends it.
  const mailer = createMailer({ SMTP_URL: url, SITE_URL: siteUrl }, tmpdir(), 3_600_000);
  const mail = {
    ...({ kind: "recovery", to: newAddress(), link: siteUrl } as const),
    ...{ subject: "Hello", html: "<p>Hello</p>", text: "Hello" },
  };
  await expect(mailer.send(mail)).rejects.toThrow();
  await expect.poll(() => onClose).toHaveBeenCalled();
});
