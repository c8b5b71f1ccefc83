import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ownCommand } from '@chat-admin/configuration/own-command';
import { ImportRefused } from '@chat-admin/moving/faults';
import { hasStores } from '@chat-admin/moving/target/chat-server-stores';
import type { Finding } from '@chat-admin/moving/target/finding';
import { table } from '../../program/action.js';
import type { Action, Terminal } from '../../program/action.js';
import { CommandFault } from '../../outcome/failures.js';
import { IMPORT_EXIT } from '../import/import-exits.js';
import { ofImport } from '../import/import-failures.js';
import { onTarget, withTarget } from '../import/import-request.js';
import { IMPORT_ACTIONS, STATE_ACTIONS } from '../import/run.js';
import { chooseSource } from './choose-source.js';
import { Dialogue } from './dialogue.js';
import { page } from './findings-page.js';
import { openfiresIn, portsInUse, Units } from './machine.js';
import { makePasswords, withoutPassword } from './make-passwords.js';
import { knownOf, nextOf, reportOf, stateOf } from './move-state.js';
import { stopOldServer, untilStopped } from './old-server.js';
import type { SourceOptions } from './old-server.js';
import { PORTS_BESIDE, SHARED_PORTS } from './ports.js';
import { CHAT_SERVER, Services } from './services.js';
import { toDo } from './to-do.js';
import type { Moved } from './to-do.js';

export type MoveOptions = Omit<SourceOptions, 'form' | 'report' | 'progress'>;

const LOOK_MS = 1_000;
const LONGEST_START_MS = 60_000;

/** Asks, and does what is next, until the move is finished: whatever was cut off goes on from what the database knows. */
export const move: Action<MoveOptions> = async (given, terminal) => {
  const guided = ofImport<MoveOptions>(async () => (await Guide.open(given, terminal)).run());
  return guided(given, terminal).catch((error: unknown) => {
    const isRepeated = error instanceof CommandFault && GOES_ON.has(error.exit);
    if (!isRepeated) throw error;
    const { exit, code, message } = error;
    const line = ownCommand(code === 'would-remove' ? 'move --yes-remove' : 'move');
    throw new CommandFault(exit, code, message, `To go on: ${line}`);
  });
};

const GOES_ON: ReadonlySet<number> = new Set([IMPORT_EXIT.stopped, IMPORT_EXIT.unreachable]);

class Guide {
  private readonly services: Services;

  private constructor(
    private options: SourceOptions,
    private readonly terminal: Terminal,
    private readonly dialogue: Dialogue,
    private readonly units: Units,
  ) {
    this.services = new Services(units, dialogue);
  }

  static async open(given: MoveOptions, terminal: Terminal): Promise<Guide> {
    const state = await stateOf(given, terminal);
    const known = await knownOf(given, terminal);
    const isXep = given.source?.endsWith('.xml') ?? false;
    const form = known?.form ?? (isXep ? 'xep-0227' : 'openfire');
    const report = await reportOf(given, terminal);
    const options = { ...known, ...given, form, report, progress: 'auto' } as const;
    const dialogue = Dialogue.of(terminal, given.yes ?? false, nextOf(state, form));
    return new Guide(options, terminal, dialogue, new Units(terminal.environment));
  }

  async run(): Promise<number> {
    for (;;) {
      const state = await stateOf(this.options, this.terminal);
      const exit = await this[state]();
      if (exit !== null) return exit;
    }
  }

  /** Nothing was copied yet. */
  private async none(): Promise<number | null> {
    const { dialogue } = this;
    if (this.options.source === undefined && this.options.openfireHome === undefined) {
      this.options = { ...this.options, ...(await chooseSource(dialogue)) };
    }
    let findings = await this.checked();
    if (findings.some(({ code }) => code === 'stores') && (await this.makeStores())) {
      findings = await this.checked();
    }
    dialogue.say(...page(findings));
    if (findings.some(({ level }) => level === 'fault')) {
      throw new ImportRefused(
        `Nothing was changed. Mend what stands first, then: ${ownCommand('move')}`,
      );
    }
    await this.sayPorts();
    if (await dialogue.confirm('Rehearse all of it in another database?', false)) {
      this.step('Rehearsal', 'rehearse');
      const exit = await IMPORT_ACTIONS.rehearse(this.options, this.terminal);
      if (!isDone(exit)) return exit;
    }
    const question = `Copy now? Openfire may go on; services and chat server here are stopped until the end.`;
    if (!(await dialogue.confirm(question, true))) return IMPORT_EXIT.done;
    await this.services.stop();
    this.step('Copy', 'copy');
    const exit = await IMPORT_ACTIONS.copy(this.options, this.terminal);
    return isDone(exit) ? null : exit;
  }

  /** A pass was cut off. */
  private async unfinished(): Promise<number | null> {
    this.dialogue.say('The last pass was cut off: it goes on.');
    return this.catchUp();
  }

  /** All is copied, and Openfire may go on. */
  private async copied(): Promise<number | null> {
    const { dialogue } = this;
    dialogue.say(
      '',
      'All is copied. What people write meanwhile is caught up with, as often as you like.',
    );
    if (!(await dialogue.confirm('Switch now? Openfire is stopped for it.', true))) {
      if (await dialogue.confirm('Catch up?', true)) return this.catchUp();
      dialogue.say(`Later: ${ownCommand('move')}`);
      return IMPORT_EXIT.done;
    }
    await stopOldServer(this.options, this.units, dialogue);
    await untilStopped(this.options, dialogue);
    const exit = await this.catchUp();
    if (exit !== null) return exit;
    this.step('Comparison', 'verify');
    const report = resolve('moving-verify.ndjson');
    const verified = await IMPORT_ACTIONS.verify({ ...this.options, report }, this.terminal);
    if (verified === IMPORT_EXIT.differs) {
      dialogue.say(
        `Something differs: ${report} names it. Services here stay stopped.`,
        'To go back to Openfire, at the old server: systemctl enable --now openfire (or bin/openfire.sh start).',
        `To end it as it is, once it is explained: ${ownCommand(`import ${this.options.form} finish`)}, then ${ownCommand('move')}`,
      );
    }
    if (verified !== IMPORT_EXIT.done) return verified;
    this.step('End', 'finish');
    const moved = await this.ended();
    await this.services.start();
    await this.sayRest(moved);
    return IMPORT_EXIT.done;
  }

  private async finished(): Promise<number | null> {
    this.dialogue.say('The move into this database is finished.');
    await this.services.start();
    await this.sayRest(null);
    return IMPORT_EXIT.done;
  }

  private async checked(): Promise<readonly Finding[]> {
    this.step('Check', 'check');
    let out = '';
    const capturing = { ...this.terminal, print: (text: string) => void (out += text) };
    const report = resolve('moving-check.ndjson');
    await IMPORT_ACTIONS.check({ ...this.options, report, json: true }, capturing);
    return (JSON.parse(out) as { findings: readonly Finding[] }).findings;
  }

  /** The first start of the chat server makes its tables. @returns whether they are there */
  private async makeStores(): Promise<boolean> {
    const { units, dialogue } = this;
    if (!(await units.areManaged())) return false;
    const question = 'The chat server has not made its tables. Start and stop Prosody once?';
    if (!(await dialogue.confirm(question, true))) return false;
    // one that runs since it was installed does not know the database yet
    await units.change(['restart'], [CHAT_SERVER]);
    const until = Date.now() + LONGEST_START_MS;
    let areThere = false;
    while (!areThere && Date.now() < until) {
      await pause(LOOK_MS);
      areThere = await withTarget(this.options, this.terminal, (addresses) =>
        onTarget(addresses, hasStores),
      );
    }
    await units.change(['stop'], [CHAT_SERVER]);
    return areThere;
  }

  private async sayPorts(): Promise<void> {
    const [used, openfires] = [await portsInUse(SHARED_PORTS), await openfiresIn()];
    if (used.length === 0 || !openfires.some(({ isRunning }) => isRunning)) return;
    this.dialogue.say(
      `Openfire of this machine holds ports (${used.join(', ')}) until the switch, which gives them to the services and the chat server here.`,
      `To look at the console before: ${PORTS_BESIDE} in /etc/chat-admin/chat-admin.conf, and remove them again.`,
    );
  }

  /** @returns null where it is done */
  private async catchUp(): Promise<number | null> {
    await this.services.stop();
    this.step('Catch-up', 'catch-up');
    const exit = await IMPORT_ACTIONS['catch-up'](this.options, this.terminal);
    return isDone(exit) ? null : exit;
  }

  private async ended(): Promise<Moved> {
    let out = '';
    const capturing = { ...this.terminal, print: (text: string) => void (out += text) };
    await STATE_ACTIONS.finish({ ...this.options, json: true }, capturing);
    return (JSON.parse(out) as { moved: Moved }).moved;
  }

  /** What is left to do, then numbers. */
  private async sayRest(moved: Moved | null): Promise<void> {
    const { dialogue, terminal } = this;
    let without = await withoutPassword(this.options, terminal);
    const file = resolve('moving-passwords');
    const question = `${without.length} people have no password. Make some, into ${file}?`;
    if (without.length > 0 && (await dialogue.confirm(question, false))) {
      await makePasswords(without, file, terminal);
      dialogue.say(`Hand them out, then remove the file: ${file}`);
      without = [];
    }
    const lines = await toDo(without, this.options.report);
    dialogue.say('', 'To do', ...lines);
    if (moved === null) return;
    const rows = Object.entries(moved).map(([kind, rows]) => [kind, String(rows)]);
    dialogue.say('', ...table([['kind', 'moved'], ...rows]));
  }

  private step(title: string, verb: string): void {
    this.dialogue.step(title, ownCommand(`import ${this.options.form} ${verb}`));
  }
}

const isDone = (exit: number): boolean => exit === IMPORT_EXIT.done || exit === IMPORT_EXIT.losses;
