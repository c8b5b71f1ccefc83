import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ownCommand } from '@chat-admin/configuration/own-command';
import { ImportStopped } from '@chat-admin/moving/faults';
import { otherConnections } from '@chat-admin/moving/sources/postgres/other-connections';
import type { ImportOptions } from '../import/import-options.js';
import { namedSource } from '../import/import-source.js';
import { StopSignal } from '../import/stop-signal.js';
import type { Dialogue } from './dialogue.js';
import { openfiresIn } from './machine.js';
import type { Units } from './machine.js';

/** What the guide knows of the source. */
export interface SourceOptions extends ImportOptions {
  /** somebody's word, where the data show something else or nothing */
  readonly sourceIsStopped?: true;
}

const OLD_SERVER = 'openfire';
const ADDRESS = /^[a-z][a-z0-9+]+:/i;
const LOOPBACK = /^(localhost|127\..*|\[?::1\]?|\/.*|)$/;

/** Who still works on the data of the old server. @returns null where that cannot be seen @throws ImportRefused, SourceRefused */
export async function atWork(options: ImportOptions): Promise<readonly string[] | null> {
  const { address, password } = await namedSource(options);
  if (/^postgres(ql)?:/.test(address)) return otherConnections(address, password);
  if (ADDRESS.test(address) || options.form !== 'openfire') return null;
  const file = join(address, 'openfire.properties');
  const properties = await readFile(file, 'utf8').catch(() => null);
  if (properties === null) return null;
  return /^modified=no\s*$/m.test(properties) ? [] : [`${file} does not say modified=no`];
}

/** Whether an Openfire of this machine is the source, as far as its address and its folder tell. @throws ImportRefused, SourceRefused */
export async function isSourceHere(options: ImportOptions): Promise<boolean> {
  const { address } = await namedSource(options);
  if (ADDRESS.test(address)) {
    const url = new URL(address);
    if (LOOPBACK.test(url.searchParams.get('host') ?? url.hostname)) return true;
  }
  const homes = (await openfiresIn()).flatMap(({ home }) => placesOf(home));
  const given = options.openfireHome === undefined ? [] : placesOf(options.openfireHome);
  const here = new Set(await realOf(homes));
  return (await realOf([...given, address])).some((place) => here.has(place));
}

/** Debian's folder holds links to its parts. */
const placesOf = (home: string): readonly string[] => [
  home,
  ...['conf', 'embedded-db'].map((name) => join(home, name)),
];

async function realOf(paths: readonly string[]): Promise<readonly string[]> {
  const real = await Promise.all(paths.map((path) => realpath(path).catch(() => null)));
  return real.filter((path) => path !== null);
}

/** Stops the unit of this machine, or says what to do at the old server. @throws CommandFault */
export async function stopOldServer(
  options: ImportOptions,
  units: Units,
  dialogue: Dialogue,
): Promise<void> {
  const isActive = (await units.areManaged()) && (await units.active([OLD_SERVER])).length > 0;
  if (isActive) {
    const isSource = await isSourceHere(options);
    const question = isSource
      ? 'Stop Openfire, and start it no more with this machine?'
      : 'The Openfire of this machine does not seem to be the source. Stop it, and start it no more with this machine?';
    if (await dialogue.confirm(question, isSource)) {
      dialogue.say(`   $ systemctl disable --now ${OLD_SERVER}`);
      return units.change(['disable', '--now'], [OLD_SERVER]);
    }
  }
  dialogue.say(
    'At the old server: systemctl stop openfire (or bin/openfire.sh stop). Nobody may write there from now on.',
  );
}

/** Of what can be seen: a minute, then somebody decides. */
const LOOKS = { looks: 60, everyMs: 1_000 };

/** Waits until the old server has left its data, or somebody takes it for stopped. @throws ImportStopped where nobody may decide */
export async function untilStopped(
  options: SourceOptions,
  dialogue: Dialogue,
  { looks, everyMs } = LOOKS,
): Promise<void> {
  const signal = new StopSignal();
  try {
    for (let look = 0; ; look += 1) {
      const workers = await atWork(options);
      if (workers?.length === 0) return;
      if (workers === null) {
        if (await isTakenForStopped(options, dialogue)) return;
        continue;
      }
      if (look === 0) dialogue.say('Waiting until Openfire has left its data …');
      await pause(everyMs);
      if (signal.isStopped) throw new ImportStopped(`Stopped. Later: ${ownCommand('move')}`);
      if (look % looks === looks - 1 && (await isToGoOn(workers, options, dialogue))) return;
    }
  } finally {
    signal.close();
  }
}

async function isTakenForStopped(options: SourceOptions, dialogue: Dialogue): Promise<boolean> {
  if (options.sourceIsStopped) return true;
  if (options.yes) throw undecided('The source does not show whether Openfire is stopped.');
  return dialogue.confirm('Is Openfire stopped?', true);
}

async function isToGoOn(
  workers: readonly string[],
  options: SourceOptions,
  dialogue: Dialogue,
): Promise<boolean> {
  const seen = `Openfire seems to work on its data: ${workers.join('; ')}.`;
  if (options.yes && !options.sourceIsStopped) throw undecided(seen);
  dialogue.say(seen);
  return options.sourceIsStopped ?? dialogue.confirm('Go on all the same?', false);
}

const undecided = (why: string): ImportStopped =>
  new ImportStopped(
    `${why} Once it is: ${ownCommand('move --yes --source-is-stopped')}, or answer at a terminal.`,
  );
