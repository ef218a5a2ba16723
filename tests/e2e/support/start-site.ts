import { spawn, type ChildProcess } from "node:child_process";
import { createServer } from "node:net";

export interface RunningSite {
  url: string;
  /** The URL that creates the first admin, as the launcher printed it; null when there is one. */
  setupLink: string | null;
  launcher: ChildProcess;
  /** Everything that it has printed so far. */
  output: () => string;
  /** Asks it to stop and waits until it has. */
  stop: () => Promise<number | null>;
}

interface StartOptions {
  dataDirectory: string;
  port?: number;
  environment?: Record<string, string>;
  /** What an operator runs; without, the launcher itself. */
  command?: "npm start";
  /** Where the site is, if it is not this repository. */
  directory?: string;
}

/**
 * Starts the built site as `npm start` does and waits until it responds; throws what it printed if
 * it stops instead.
 */
export async function startSite({ port, ...options }: StartOptions): Promise<RunningSite> {
  const chosen = port ?? (await freePort());
  const { launcher, output, exited } = spawnSite({ ...options, port: chosen });
  const announced = new Promise<void>((resolve) => {
    launcher.stdout?.on("data", () => {
      if (/Services .*\n[\s\S]*\n\s*\n/.test(output())) resolve();
    });
  });
  const ended = exited.then((code) => {
    throw new Error(`The site stopped with exit code ${code}:\n${output()}`);
  });
  await Promise.race([announced, ended]);
  ended.catch(() => {}); // It stops later; that is not a failure once it has started.
  return {
    url: `http://localhost:${chosen}`,
    setupLink: /http\S+\/setup\?token=\w+/.exec(output())?.[0] ?? null,
    launcher,
    output,
    stop() {
      launcher.kill("SIGTERM");
      return exited;
    },
  };
}

/** Starts the launcher without waiting for it to be ready: for starts that must be refused. */
export function spawnSite({ dataDirectory, port, environment, command, directory }: StartOptions) {
  const [program = "", ...parameters] = (command ?? "node server/launcher/start.js").split(" ");
  const launcher = spawn(program, parameters, {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDirectory, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    cwd: directory,
  });
  let text = "";
  launcher.stdout.on("data", (chunk) => (text += chunk));
  launcher.stderr.on("data", (chunk) => (text += chunk));
  const exited = new Promise<number | null>((resolve) => launcher.once("exit", resolve));
  return { launcher, output: () => text, exited };
}

/** A port that is currently free. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => {
        if (address && typeof address === "object") resolve(address.port);
        else reject(new Error("The system gave no port."));
      });
    });
  });
}
