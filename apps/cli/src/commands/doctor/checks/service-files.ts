import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { KNOWN_NAMES } from '@chat-admin/configuration/known-names';
import { ownCommand } from '@chat-admin/configuration/own-command';
import { unreadableFor } from '../account.js';
import { pairIn } from '../../certificate/pair.js';
import { fault, ok, some } from '../check.js';
import type { Check } from '../check.js';
import { configFile, restarting, settingLines } from '../config-file.js';
import type { Patient } from '../patient.js';
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
  examine: async (patient) => {
    const own = configFile(patient);
    const files = [
      ...(existsSync(own) ? [{ setting: 'CHAT_ADMIN_CONFIG', file: own }] : []),
      ...named(patient).filter(({ file }) => existsSync(file)),
    ];
    if (files.length === 0) throw new Skipped('The settings name no files');
    const account = await patient.account();
    const hidden = (await patient.serviceUnits())[0]?.hidden ?? [];
    const isHidden = ({ file }: Named) => hidden.some((folder) => file.startsWith(`${folder}/`));
    const paths = files.map(({ file }) => file);
    const closed = await unreadableFor(account, paths);
    const lost = files.filter((one) => closed.includes(one.file) || isHidden(one));
    if (lost.length === 0) return ok('The services can read the files that the settings name');
    const who = account ?? 'this account';
    const lines: string[] = [];
    for (const one of lost) {
      lines.push(...(await remedyFor(one, { patient, account: who, isHidden: isHidden(one) })));
    }
    return fault(
      `The services run as ${who}, and cannot read ${some(lost.map(({ file }) => file))}`,
      'shell',
      [...new Set(lines), ...restarting(patient)].join('\n'),
    );
  },
};

/** Without those that systemd reads as root, and hands over. */
function named({ environment }: Patient): readonly Named[] {
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
  readonly patient: Patient;
  readonly account: string;
  readonly isHidden: boolean;
}

async function remedyFor(
  { setting, file }: Named,
  { patient, account, isHidden }: Around,
): Promise<readonly string[]> {
  const path = quoted(file);
  if (setting === 'CHAT_ADMIN_CONFIG')
    return [`chmod 755 ${quoted(dirname(file))}`, `chmod 644 ${path}`];
  const isReachable = !isHidden && (await mayEnter(account, dirname(file)));
  const isSecret = !/_(CERT|CLIENT_CA)_FILE$/.test(setting);
  if (isReachable) {
    return isSecret
      ? [`chgrp "$(id -g ${account})" ${path}`, `chmod 640 ${path}`]
      : [`chmod a+r ${path}`];
  }
  const folder = join(dirname(configFile(patient)), 'tls');
  const { xmppDomain } = patient.usableSettings().api;
  const isOfDomain =
    xmppDomain !== null &&
    /_TLS_(CERT|KEY)_FILE$/.test(setting) &&
    (await hasPair(file, xmppDomain, patient));
  const place = isOfDomain
    ? join(folder, `${xmppDomain}.${setting.endsWith('_KEY_FILE') ? 'key' : 'crt'}`)
    : join(folder, basename(file));
  return [
    isOfDomain
      ? ownCommand(`certificate import ${quoted(dirname(file))}`)
      : `install -m 640 -g "$(id -g ${account})" ${path} ${quoted(place)}`,
    ...settingLines(patient, { [setting]: place }),
  ];
}

const mayEnter = async (account: string, folder: string): Promise<boolean> =>
  (await unreadableFor(account, [`${folder}/.`])).length === 0;

const hasPair = (file: string, domain: string, patient: Patient): Promise<boolean> =>
  pairIn(dirname(file), domain, new Date(patient.clock())).then(
    () => true,
    () => false,
  );
