import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ownCommand } from '@chat-admin/configuration/own-command';
import { ImportRefused, ImportStopped } from '@chat-admin/moving/faults';
import { hasStores } from '@chat-admin/moving/target/chat-server-stores';
import type { Finding } from '@chat-admin/moving/target/finding';
import { table } from '../../program/action.js';
import type { Action, Terminal } from '../../program/action.js';
import { CommandFault } from '../../outcome/failures.js';
import { IMPORT_EXIT } from '../import/import-exits.js';
import { ofImport } from '../import/import-failures.js';
import type { ImportOptions } from '../import/import-options.js';
import { onTarget, withTarget } from '../import/import-request.js';
import { IMPORT_ACTIONS, STATE_ACTIONS } from '../import/run.js';
import { StopSignal } from '../import/stop-signal.js';
import { chooseSource } from './choose-source.js';
import { Dialogue } from './dialogue.js';
import { page } from './findings-page.js';
import { openfiresIn, portsInUse, Units } from './machine.js';
import { makePasswords, withoutPassword } from './make-passwords.js';
import { knownOf, nextOf, stateOf } from './move-state.js';
import { isAtWork } from './old-server.js';
import { toDo } from './to-do.js';
import type { Moved } from './to-do.js';

export type MoveOptions = Omit<ImportOptions, 'form' | 'report' | 'progress'>;

const SERVICES = ['chat-admin', 'chat-admin-api', 'chat-admin-userservice', 'prosody'];
const CHAT_SERVER = 'prosody';
const OLD_SERVER = 'openfire';
/** of both, unless they are set otherwise */
const PORTS = [5222, 5223, 5269, 9090, 9091];
const LOOK_MS = 1_000;
const LONGEST_START_MS = 60_000;

/** Asks, and does what is next, until the move is finished: whatever was cut off goes on from what the database knows. */
export const move: Action<MoveOptions> = async (given, terminal) => {
  const guided = ofImport<MoveOptions>(async () => (await Guide.open(given, terminal)).run());
  return guided(given, terminal).catch((error: unknown) => {
    const isRepeated = error instanceof CommandFault && GOES_ON.has(error.exit);
    if (!isRepeated) throw error;
    const { exit, code, message } = error;
    throw new CommandFault(exit, code, message, `To go on: ${ownCommand('move')}`);
  });
};

const GOES_ON: ReadonlySet<number> = new Set([IMPORT_EXIT.stopped, IMPORT_EXIT.unreachable]);

class Guide {
  private constructor(
    private options: ImportOptions,
    private readonly terminal: Terminal,
    private readonly dialogue: Dialogue,
    private readonly units: Units,
  ) {}

  static async open(given: MoveOptions, terminal: Terminal): Promise<Guide> {
    const state = await stateOf(given, terminal);
    const known = await knownOf(given, terminal);
    const isXep = given.source?.endsWith('.xml') ?? false;
    const form = known?.form ?? (isXep ? 'xep-0227' : 'openfire');
    const report = resolve('moving-report.ndjson');
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
    if (await dialogue.confirm('Rehearse all of it in a database that is dropped again?', false)) {
      this.step('Rehearsal', 'rehearse');
      const exit = await IMPORT_ACTIONS.rehearse(this.options, this.terminal);
      if (!isDone(exit)) return exit;
    }
    const question = `Copy now? Openfire may go on; services and chat server here are stopped until the end.`;
    if (!(await dialogue.confirm(question, true))) return IMPORT_EXIT.done;
    await this.stopServices();
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
    await this.stopOldServer();
    const exit = await this.catchUp();
    if (exit !== null) return exit;
    this.step('Comparison', 'verify');
    const report = resolve('moving-verify.ndjson');
    const verified = await IMPORT_ACTIONS.verify({ ...this.options, report }, this.terminal);
    if (verified === IMPORT_EXIT.differs) {
      dialogue.say(
        `Something differs: ${report} names it. Services here stay stopped, and Openfire may be started again.`,
        `When it is explained: ${ownCommand('move')}, or ${ownCommand(`import ${this.options.form} finish`)}`,
      );
    }
    if (verified !== IMPORT_EXIT.done) return verified;
    this.step('End', 'finish');
    const moved = await this.ended();
    await this.startServices();
    await this.sayRest(moved);
    return IMPORT_EXIT.done;
  }

  private async finished(): Promise<number | null> {
    this.dialogue.say('The move into this database is finished.');
    await this.startServices();
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
    await units.change(['start'], [CHAT_SERVER]);
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
    const [used, openfires] = [await portsInUse(PORTS), await openfiresIn()];
    if (used.length === 0 || !openfires.some(({ isRunning }) => isRunning)) return;
    this.dialogue.say(
      `Openfire of this machine holds ports (${used.join(', ')}) until the switch, which gives them to the services and the chat server here.`,
      'To look at the console before: API_PORT=9190 in /etc/chat-admin/chat-admin.conf, and remove it again.',
    );
  }

  private async stopServices(): Promise<void> {
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
  }

  private async startServices(): Promise<void> {
    const { units, dialogue } = this;
    if (!(await units.areManaged())) {
      dialogue.say('Start the services and the chat server here.');
      return;
    }
    const enabled = await units.enabled(SERVICES);
    const active = new Set(await units.active(enabled));
    const stopped = enabled.filter((unit) => !active.has(unit));
    if (stopped.length === 0) return;
    dialogue.say(`   $ systemctl start ${stopped.join(' ')}`);
    await units.change(['start'], stopped).catch((error: unknown) => {
      if (!(error instanceof CommandFault)) throw error;
      dialogue.say(error.message, ...(error.help === null ? [] : [error.help]));
    });
  }

  private async stopOldServer(): Promise<void> {
    const { units, dialogue } = this;
    const isHere = (await units.areManaged()) && (await units.active([OLD_SERVER])).length > 0;
    if (
      isHere &&
      (await dialogue.confirm('Stop Openfire, and start it no more with this machine?', true))
    ) {
      dialogue.say(`   $ systemctl disable --now ${OLD_SERVER}`);
      await units.change(['disable', '--now'], [OLD_SERVER]);
    } else if (!isHere) {
      dialogue.say(
        'At the old server: systemctl stop openfire (or bin/openfire.sh stop). Nobody may write there from now on.',
      );
    }
    await this.untilStopped();
  }

  private async untilStopped(): Promise<void> {
    const signal = new StopSignal();
    try {
      for (let looks = 0; ; looks += 1) {
        const working = await isAtWork(this.options);
        if (working === false) return;
        if (working === null) {
          if (await this.dialogue.confirm('Is Openfire stopped?', true)) return;
          continue;
        }
        if (looks === 0) this.dialogue.say('Waiting until Openfire has left its data …');
        await pause(LOOK_MS);
        if (signal.isStopped) throw new ImportStopped(`Stopped. Later: ${ownCommand('move')}`);
      }
    } finally {
      signal.close();
    }
  }

  /** @returns null where it is done */
  private async catchUp(): Promise<number | null> {
    await this.stopServices();
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
    dialogue.say('', 'To do', ...(lines.length === 0 ? ['Nothing.'] : lines));
    if (moved === null) return;
    const rows = Object.entries(moved).map(([kind, rows]) => [kind, String(rows)]);
    dialogue.say('', ...table([['kind', 'moved'], ...rows]));
  }

  private step(title: string, verb: string): void {
    this.dialogue.step(title, ownCommand(`import ${this.options.form} ${verb}`));
  }
}

const isDone = (exit: number): boolean => exit === IMPORT_EXIT.done || exit === IMPORT_EXIT.losses;
