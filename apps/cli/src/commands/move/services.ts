import { ImportStopped } from '@chat-admin/moving/faults';
import { CommandFault } from '../../outcome/failures.js';
import type { Dialogue } from './dialogue.js';
import type { Units } from './machine.js';

export const CHAT_SERVER = 'prosody';
const BOTH = 'chat-admin';
const APART = ['chat-admin-api', 'chat-admin-userservice'];
const SERVICES = [BOTH, ...APART, CHAT_SERVER];

/** What does the same as a unit. */
const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  [BOTH]: APART,
  ...Object.fromEntries(APART.map((unit) => [unit, [BOTH]])),
};

/** The services and the chat server of this machine. */
export class Services {
  private readonly stopped = new Set<string>();

  constructor(
    private readonly units: Units,
    private readonly dialogue: Dialogue,
  ) {}

  /** @throws ImportStopped, CommandFault */
  async stop(): Promise<void> {
    const { units, dialogue } = this;
    if (!(await units.areManaged())) {
      if (await dialogue.confirm('Are the services and the chat server here stopped?', true))
        return;
      throw new ImportStopped('Stop them first.');
    }
    const active = await units.active(SERVICES);
    if (active.length === 0) return;
    dialogue.say(`   $ systemctl stop ${active.join(' ')}`);
    await units.change(['stop'], active);
    for (const unit of active) this.stopped.add(unit);
  }

  /** Those that start with the machine, and those that this run has stopped. */
  async start(): Promise<void> {
    const { units, dialogue } = this;
    if (!(await units.areManaged())) {
      dialogue.say('Start the services and the chat server here.');
      return;
    }
    const wanted = new Set([...(await units.enabled(SERVICES)), ...this.stopped]);
    const active = await units.active(SERVICES);
    const missing = SERVICES.filter((unit) => wanted.has(unit) && !active.includes(unit));
    if (missing.length > 0) {
      dialogue.say(`   $ systemctl start ${missing.join(' ')}`);
      await units.change(['start'], missing).catch((error: unknown) => {
        if (!(error instanceof CommandFault)) throw error;
        dialogue.say(error.message, ...(error.help === null ? [] : [error.help]));
      });
    }
    await this.sayRest([...active, ...missing]);
  }

  private async sayRest(started: readonly string[]): Promise<void> {
    const rest = SERVICES.filter(
      (unit) => ![unit, ...(INSTEAD[unit] ?? [])].some((one) => started.includes(one)),
    );
    const installed = await this.units.installed(rest);
    if (installed.length === 0) return;
    this.dialogue.say(
      `Not started, since they do not start with the machine either: ${installed.join(', ')}`,
    );
  }
}
