import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { AS_ROOT, opened } from './account.js';
import { fault, warning } from './check.js';
import type { Finding, Remedy } from './check.js';
import { opening } from './installing.js';
import type { Deployment } from './deployment.js';
import { quoted } from './quoted.js';

/** of the packages */
export const OWN_FOLDER = '/etc/chat-admin';
const USUAL_FILE = `${OWN_FOLDER}/chat-admin.conf`;

/** The file of settings. */
export const configFile = ({ environment }: Pick<Deployment, 'environment'>): string =>
  environment['CHAT_ADMIN_CONFIG'] || USUAL_FILE;

/** What stands in the file, whatever else has it too; empty if it cannot be read. */
function settingsIn(file: string): Readonly<Record<string, string | undefined>> {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** What takes settings away where they come from. */
export async function withoutSettings(
  deployment: Deployment,
  names: readonly string[],
): Promise<[Remedy['where'], string]> {
  // an empty variable counts as unset
  if (deployment.machine.installation === 'image')
    return ['settings', names.map((name) => `${name}=`).join('\n')];
  const file = configFile(deployment);
  const written = settingsIn(file);
  const there = names.filter((name) => name in written);
  const others = names.filter((name) => !(name in written));
  const lines = [
    ...there.map((name) => `sed -i -E '/^\\s*(export\\s+)?${name}\\s*=/d' ${quoted(file)}`),
    ...(others.length === 0 ? [] : [`unset ${others.join(' ')}`]),
    ...(there.length > 0 ? await restarting(deployment) : []),
  ];
  return ['shell', lines.join('\n')];
}

/** What makes the file usable as a whole: readable, with comments instead of lines that say nothing. */
export async function mendedFile(deployment: Deployment): Promise<[Remedy['where'], string]> {
  const file = configFile(deployment);
  try {
    readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES')
      return ['shell', 'unset CHAT_ADMIN_CONFIG'];
    const { installation } = deployment.machine;
    if (installation === 'image') return opening([file], deployment);
    return ['shell', installation === 'debian' ? AS_ROOT : opened(file, null).join('\n')];
  }
  const comment = `sed -i -E '/^\\s*(#.*|(export\\s+)?[A-Za-z_][A-Za-z0-9_]*\\s*=.*)?$/!s/^/# /' ${quoted(file)}`;
  return ['shell', [comment, ...(await restarting(deployment))].join('\n')];
}

/** A finding whose remedy sets something: a line in the file where a package has one. */
export async function setting(
  level: 'warning' | 'fault',
  deployment: Deployment,
  sentence: string,
  values: Readonly<Record<string, string>>,
): Promise<Finding> {
  const make = level === 'fault' ? fault : warning;
  const entries = Object.entries(values);
  if (deployment.machine.installation !== 'debian') {
    return make(sentence, 'settings', entries.map(([key, value]) => `${key}=${value}`).join('\n'));
  }
  const lines = [...settingLines(deployment, values), ...(await restarting(deployment))];
  return make(sentence, 'shell', lines.join('\n'));
}

/** Lines for a shell that write settings into the file. */
export function settingLines(
  deployment: Deployment,
  values: Readonly<Record<string, string>>,
): readonly string[] {
  const file = configFile(deployment);
  const written = settingsIn(file);
  const isNew = Object.keys(values).some((name) => !(name in written));
  const lines = Object.entries(values).map(([name, value]) => {
    const line = `${name}=${value}`;
    return name in written
      ? `sed -i -E 's|^\\s*(export\\s+)?${name}\\s*=.*|${line}|' ${quoted(file)}`
      : `echo ${quoted(line)} >>${quoted(file)}`;
  });
  return isNew && isCutOff(file) ? [`echo >>${quoted(file)}`, ...lines] : lines;
}

/** Whether the last line of a file lacks its end, so that another one would become a part of it. */
function isCutOff(file: string): boolean {
  try {
    return /[^\n]$/.test(readFileSync(file, 'utf8'));
  } catch {
    return false;
  }
}

/** The services read settings when they start. */
export const restarting = async (deployment: Deployment): Promise<readonly string[]> =>
  deployment.machine.installation === 'debian' ? [await deployment.restart()] : [];
