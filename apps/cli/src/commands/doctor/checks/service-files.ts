import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { KNOWN_NAMES } from '@chat-admin/configuration/known-names';
import { closedTo, groupOf, opened } from '../account.js';
import { pairIn } from '../../certificate/pair.js';
import { importing } from '../certifying.js';
import { fault, ok, some } from '../check.js';
import type { Check } from '../check.js';
import { configFile, OWN_FOLDER, restarting, settingLines } from '../config-file.js';
import { opening } from '../installing.js';
import type { Deployment } from '../deployment.js';
import { quoted } from '../quoted.js';
import { Skipped } from '../skipped.js';

const TLS_FILE = /_TLS_(CERT|KEY|CLIENT_CA)_FILE$/;

/** A file that the services read themselves, with the setting that names it. */
interface Named {
  readonly setting: string;
  readonly file: string;
}

/** Whether the account that runs the services may read what the settings name. */
export const serviceFiles: Check = {
  code: 'program/files',
  examine: async (deployment) => {
    const own = configFile(deployment);
    const files = [
      ...(existsSync(own) ? [{ setting: 'CHAT_ADMIN_CONFIG', file: own }] : []),
      ...named(deployment).filter(({ file }) => existsSync(file)),
    ];
    if (files.length === 0) throw new Skipped('The settings name no files');
    const account = await deployment.account();
    const hidden = (await deployment.serviceUnits())[0]?.hidden ?? [];
    const isHidden = ({ file }: Named) => hidden.some((folder) => file.startsWith(`${folder}/`));
    const paths = files.map(({ file }) => file);
    const closed = await closedTo(account, paths);
    const lost = files.filter((one) => closed.includes(one.file) || isHidden(one));
    if (lost.length === 0) return ok('The services can read the files that the settings name');
    const names = lost.map(({ file }) => file);
    const sentence = `The services run as ${account ?? 'this account'}, and cannot read ${some(names)}`;
    if (deployment.machine.installation === 'image')
      return fault(sentence, ...(await opening(names, deployment)));
    const lines: string[] = [];
    for (const one of lost) {
      lines.push(...(await remedyFor(one, { deployment, account, isHidden: isHidden(one) })));
    }
    return fault(
      sentence,
      'shell',
      [...new Set(lines), ...(await restarting(deployment))].join('\n'),
    );
  },
};

/** Without those that systemd reads as root, and hands over. */
function named({ environment }: Deployment): readonly Named[] {
  const folder = environment['CREDENTIALS_DIRECTORY'];
  const names = [
    ...KNOWN_NAMES.settings.filter((name) => TLS_FILE.test(name)),
    ...KNOWN_NAMES.secrets.map((name) => `${name}_FILE`),
  ];
  return names.flatMap((setting) => {
    const file = environment[setting];
    if (!file || dirname(file) === folder || setting.startsWith('DATABASE_MIGRATION_')) return [];
    return [{ setting, file }];
  });
}

interface Around {
  readonly deployment: Deployment;
  /** `null`: the one of this process */
  readonly account: string | null;
  readonly isHidden: boolean;
}

async function remedyFor(
  { setting, file }: Named,
  { deployment, account, isHidden }: Around,
): Promise<readonly string[]> {
  const path = quoted(file);
  const group = groupOf(account);
  const shut = isHidden ? [] : await closedTo(account, foldersTo(file), '-x');
  const isSecret = !/_(CERT|CLIENT_CA)_FILE$/.test(setting);
  const lines = isSecret ? opened(file, account) : [`chmod a+r ${path}`];
  if (setting === 'CHAT_ADMIN_CONFIG') {
    if (!isHidden) return [...shut.map((one) => `chmod o+x ${quoted(one)}`), ...lines];
    // its folders as words, so that nothing there is overwritten
    const copy = quoted(join(OWN_FOLDER, file.slice(1).replaceAll('/', '-')));
    return [
      `install -D -m 640 -g ${group} ${path} ${copy}`,
      `export CHAT_ADMIN_CONFIG=${copy} # in the unit, too, if that has it`,
    ];
  }
  if (!isHidden && shut.length === 0) return lines;
  const folder = join(dirname(configFile(deployment)), 'tls');
  const { xmppDomain } = deployment.usableSettings().api;
  const isOfDomain =
    xmppDomain !== null &&
    /_TLS_(CERT|KEY)_FILE$/.test(setting) &&
    (await hasPair(file, xmppDomain, deployment));
  const place = isOfDomain
    ? join(folder, `${xmppDomain}.${setting.endsWith('_KEY_FILE') ? 'key' : 'crt'}`)
    : join(folder, basename(file));
  return [
    isOfDomain
      ? importing(xmppDomain, dirname(file))
      : `install -m 640 -g ${group} ${path} ${quoted(place)}`,
    ...settingLines(deployment, { [setting]: place }),
  ];
}

/** From the root on. */
function foldersTo(file: string): readonly string[] {
  const folder = dirname(file);
  return folder === dirname(folder) ? [folder] : [...foldersTo(folder), folder];
}

const hasPair = (file: string, domain: string, deployment: Deployment): Promise<boolean> =>
  pairIn(dirname(file), domain, new Date(deployment.clock())).then(
    () => true,
    () => false,
  );
