import { namesOf } from '@chat-admin/domain/shared/audit-facts';
import { PortableRefused } from '@chat-admin/portable/faults';
import { exportChanges } from '@chat-admin/portable/ndjson/export-changes';
import { exportNdjson } from '@chat-admin/portable/ndjson/export-ndjson';
import { ROW_KINDS, SECRET_KIND } from '@chat-admin/portable/ndjson/kinds';
import { exportXep0227 } from '@chat-admin/portable/xep0227/export-xep0227';
import type { Action } from '../../program/action.js';
import { ofImport } from '../import/import-failures.js';
import { momentOf } from '../import/import-request.js';
import { chosenKinds } from './chosen-kinds.js';
import { exporting } from './exporting.js';
import type { ExportOptions } from './exporting.js';

export interface Xep0227ExportOptions extends ExportOptions {
  readonly user?: readonly string[];
  /** `false`: SCRAM keys are left out */
  readonly credentials: boolean;
  readonly withShared?: true;
  readonly singleFile?: true;
  readonly filePerUser?: true;
}

export interface NdjsonExportOptions extends ExportOptions {
  readonly only?: string;
  readonly withSecrets?: true;
}

export interface ChangesExportOptions extends ExportOptions {
  readonly since: string;
}

const xep0227: Action<Xep0227ExportOptions> = async (options, terminal) => {
  if (options.singleFile && options.filePerUser) {
    throw new PortableRefused('--single-file and --file-per-user exclude each other.');
  }
  return exporting(wordsOf(options), options, terminal, async (work) => {
    const { snapshot, onLoss } = work;
    const usernames = options.user ?? null;
    const [count] = await snapshot.query<{ users: number }>(
      'select count(*)::integer as users from account where $1::text[] is null or username = any ($1)',
      [usernames],
    );
    work.begins('users', count!.users);
    const users = await exportXep0227(snapshot, options.out, {
      usernames,
      withoutCredentials: !options.credentials,
      withShared: options.withShared ?? false,
      singleFile: options.singleFile ?? false,
      filePerUser: options.filePerUser ?? false,
      onLoss,
      advance: () => work.advance(),
      written: (rows) =>
        work.audit({
          ...(usernames === null ? {} : { users: namesOf(usernames, (name) => name) }),
          rows,
        }),
    });
    work.ends();
    return { users };
  });
};

/** What leaves the house. */
const wordsOf = ({ credentials }: Xep0227ExportOptions): string =>
  `export xep-0227${credentials ? '' : ' --without-credentials'}`;

const ndjson: Action<NdjsonExportOptions> = (options, terminal) => {
  const open = ROW_KINDS.filter((kind) => kind !== SECRET_KIND || options.withSecrets);
  const kinds = options.only === undefined ? open : chosenKinds(options.only, open);
  const words = `export ndjson${options.withSecrets ? ' --with-secrets' : ''}`;
  return exporting(words, options, terminal, (work) =>
    exportNdjson(work.snapshot, options.out, {
      kinds,
      begins: (kind, rows) => work.begins(kind, rows),
      advance: () => work.advance(),
      ends: () => work.ends(),
      written: (counts) =>
        work.audit({ rows: Object.values(counts).reduce((sum, rows) => sum + rows, 0) }),
    }),
  );
};

const changes: Action<ChangesExportOptions> = (options, terminal) => {
  const since = momentOf('--since', options.since);
  return exporting('export changes', options, terminal, async (work) => {
    work.begins('changes', null);
    const rows = await exportChanges(work.snapshot, options.out, {
      since,
      advance: () => work.advance(),
      written: (count) => work.audit({ rows: count }),
    });
    work.ends();
    return { changes: rows };
  });
};

export const EXPORT_ACTIONS = {
  xep0227: ofImport(xep0227),
  ndjson: ofImport<NdjsonExportOptions>(async (options, terminal) => ndjson(options, terminal)),
  changes: ofImport<ChangesExportOptions>(async (options, terminal) => changes(options, terminal)),
};
