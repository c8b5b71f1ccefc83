import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ImportRefused } from '@chat-admin/moving/faults';
import { readHome } from '@chat-admin/moving/entities/openfire-home';
import type { Source } from '@chat-admin/moving/source';
import { openOpenfire } from '@chat-admin/moving/sources/open-openfire';
import { RestSource } from '@chat-admin/moving/sources/rest/rest-source';
import { Xep0227Source } from '@chat-admin/moving/sources/xep0227/xep0227-source';
import type { ReportOptions } from '../../program/action.js';
import type { ImportOptions } from './import-options.js';

/** Where a source is, by an option or by openfire.xml. */
export interface NamedSource {
  readonly address: string;
  readonly password: string | null;
}

/** What says where a source is. */
export type PlaceOptions = ReportOptions &
  Pick<ImportOptions, 'form' | 'source' | 'openfireHome' | 'sourcePasswordFile' | 'secretFile'>;

/** @throws ImportRefused, SourceRefused */
export async function namedSource(options: PlaceOptions): Promise<NamedSource> {
  const { source, form, openfireHome: home, sourcePasswordFile: file } = options;
  const password = file === undefined ? null : await passwordIn('--source-password-file', file);
  if (source !== undefined) {
    refusePassword('--source', source);
    return { address: source, password };
  }
  if (form === 'openfire' && home !== undefined) {
    const { database } = (await readHome(home)).configuration;
    if (database !== null) {
      const address = database.address ?? join(home, 'embedded-db');
      return { address, password: password ?? database.password };
    }
  }
  throw new ImportRefused(
    form === 'openfire'
      ? '--source: names the source, unless --openfire-home has a conf/openfire.xml that does'
      : '--source: names the file or folder',
  );
}

/** @throws ImportRefused, SourceRefused, SourceFailed */
export async function openSource(
  { address, password }: NamedSource,
  options: PlaceOptions,
): Promise<Source> {
  if (options.form === 'xep-0227') return Xep0227Source.open(address);
  if (/^https?:/.test(address)) return openRest(address, options);
  return openOpenfire(address, password === null ? {} : { password });
}

/** A running server, by its REST API. */
async function openRest(url: string, { secretFile }: PlaceOptions): Promise<Source> {
  if (secretFile === undefined) {
    throw new ImportRefused('--secret-file: names the file with the shared secret of the REST API');
  }
  return RestSource.open({ url, secret: await passwordIn('--secret-file', secretFile) });
}

/** Other accounts of the machine see arguments. */
export function refusePassword(option: string, address: string): void {
  if (!/^[a-z]+:\/\/[^/@:]*:[^/@]*@/i.test(address) && !hasPasswordParameter(address)) return;
  throw new ImportRefused(
    `${option}: passwords are no arguments; PGPASSFILE or a file of its own names them`,
  );
}

function hasPasswordParameter(address: string): boolean {
  if (!/^[a-z]+:\/\//i.test(address)) return false;
  const [, query = ''] = address.split(/\?(.*)/s);
  return [...new URLSearchParams(query).keys()].some((key) => /^password/i.test(key));
}

/** What an import is called, from whichever folder. */
export function withoutLogin({ address }: NamedSource): string {
  if (!/^[a-z]{2,}:/i.test(address)) return resolve(address);
  return address.replace(/^([a-z]+:\/\/)[^/@]*@/i, '$1');
}

async function passwordIn(option: string, file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text !== null) return text.replace(/\r?\n$/, '');
  throw new ImportRefused(`${option}: ${file} cannot be read`);
}
