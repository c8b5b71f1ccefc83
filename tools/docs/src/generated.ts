import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiConfig } from '@chat-admin/api/config';
import { LegacyConfig } from '@chat-admin/legacy-userservice/config';
import { format, resolveConfig } from 'prettier';
import { clientTypes } from './api-description.js';
import { commandsText } from './command-page.js';
import { errorCodesModule } from './error-codes.js';
import { errorsText } from './error-page.js';
import { exitsTable } from './exit-page.js';
import { noticeOf } from './notice.js';
import type { LockedPackage } from './notice.js';
import { knownNamesModule } from './known-names.js';
import { metricsTable, propertiesTable, settingsTable } from './tables.js';

/** A text generated from the code. */
interface Part {
  readonly file: string;
  /** it lies between `<!-- marker -->` and `<!-- end -->`; `null`: it is the whole file */
  readonly marker: string | null;
  text(workspace: string): string | Promise<string>;
}

const PARTS: readonly Part[] = [
  { file: 'docs/settings.md', marker: 'settings of the api', text: () => settingsTable(ApiConfig) },
  {
    file: 'docs/settings.md',
    marker: 'settings of the user service',
    text: () => settingsTable(LegacyConfig),
  },
  { file: 'docs/properties.md', marker: 'properties', text: propertiesTable },
  { file: 'docs/cli.md', marker: 'exit codes', text: exitsTable },
  { file: 'docs/cli.md', marker: 'commands', text: commandsText },
  { file: 'docs/errors.md', marker: 'errors', text: errorsText },
  { file: 'docs/metrics.md', marker: 'metrics', text: metricsTable },
  { file: 'libs/configuration/src/known-names.ts', marker: null, text: knownNamesModule },
  { file: 'libs/client/src/description.ts', marker: null, text: clientTypes },
  { file: 'libs/client/src/error-codes.ts', marker: null, text: errorCodesModule },
  { file: 'NOTICE', marker: null, text: (workspace) => noticeOf(lockedIn(workspace), workspace) },
];

export const GENERATED_FILES = [...new Set(PARTS.map(({ file }) => file))];

/** The up-to-date file: generated parts are replaced, the rest is unchanged. */
export async function generated(file: string, workspace: string): Promise<string> {
  const path = join(workspace, file);
  const parts = PARTS.filter((part) => part.file === file);
  const whole = parts.find(({ marker }) => marker === null);
  if (whole) return formatted(await whole.text(workspace), path);
  let content = readFileSync(path, 'utf8');
  for (const { marker, text } of parts) {
    const start = content.indexOf(`<!-- ${marker} -->`);
    const end = content.indexOf('<!-- end -->', start);
    if (start < 0 || end < 0) throw new Error(`${file} has no place for "${marker}"`);
    content = `${content.slice(0, start)}<!-- ${marker} -->\n\n${await text(workspace)}\n\n${content.slice(end)}`;
  }
  return formatted(content, path);
}

/** As prettier would; files that it does not know stay as they are. */
async function formatted(content: string, path: string): Promise<string> {
  if (!/\.(md|ts)$/.test(path)) return content;
  return format(content, { ...(await resolveConfig(path)), filepath: path });
}

function lockedIn(workspace: string): Readonly<Record<string, LockedPackage>> {
  const lock = JSON.parse(readFileSync(join(workspace, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return lock.packages;
}
