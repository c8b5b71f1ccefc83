import type { InstalledMachine } from './installed-machine.js';

/** What is wrong with a machine, and what the doctor has to say of it. */
export interface SeededFault {
  readonly what: string;
  readonly seed: (it: InstalledMachine) => Promise<unknown>;
  /** of the check that names the fault and its remedy */
  readonly code: string;
  readonly sentence: RegExp;
  /** of all lines of the remedy, which is typed as it is printed */
  readonly remedy: RegExp;
  /** runs in each CI; the others in `npm run soak:suites` */
  readonly isQuick?: true;
}

/** Patterns of what remedies are made of. */
export const CONF = String.raw`\S+/chat-admin\.conf`;
export const RESTART = 'systemctl restart chat-admin';
export const lines = (...all: readonly string[]) => new RegExp(`^${all.join('\\n')}$`);
export const IMPORT = String.raw`npm run -s chat-admin -- certificate import --domain example\.org \S+/live`;
