/** A process that runs SQL under test, as a host's way of starting processes shows it. Messages are JSON values. */
export interface WorkerProcess {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, with what is known of why: the signal or code, and the last words on its error output. */
  onExit(listener: (how: string) => void): void;
  /** Ends it at once, whatever it is doing. */
  kill(): void;
}

/**
 * Starts a worker from its entry file. `forkProcess` serves the web host, the headless commands and tests;
 * the desktop host starts a utility process of Electron instead, as its executable does not run as Node.
 */
export type StartProcess = (entry: string, args: string[], confinement?: Confinement) => WorkerProcess;

/** The files and folders that a process may reach, its own code included. A host that cannot confine a process starts it all the same. */
export interface Confinement {
  read: string[];
  write: string[];
}
