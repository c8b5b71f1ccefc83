import type { Rename } from '@chat-admin/moving/mapping/renames';
import type { ReportOptions } from '../../program/action.js';

/** Actions that look at the source. */
export type Reading = 'check' | 'rehearse' | 'copy' | 'catch-up' | 'verify';

/** Options of a line, which need not name a report. */
export type GivenOptions = Omit<ImportOptions, 'report'> & Partial<Pick<ImportOptions, 'report'>>;

/** Of all actions that look at the source. */
export interface ImportOptions extends ReportOptions {
  readonly form: 'openfire' | 'xep-0227';
  readonly source?: string;
  readonly openfireHome?: string;
  readonly sourcePasswordFile?: string;
  readonly secretFile?: string;
  readonly database?: string;
  readonly engineDatabase?: string;
  readonly only?: string;
  readonly except?: string;
  readonly since?: string;
  readonly messagesSince?: string;
  readonly withArchive?: true;
  readonly newPasswords?: string;
  readonly onConflict?: string;
  readonly dryRun?: true;
  readonly report: string;
  readonly jobs?: string;
  readonly progress: string;
  readonly domain?: string;
  readonly rename?: readonly string[];
  readonly renameFile?: string;
  /** what both say, and what the copy was told; filled in by `withRemembered` */
  readonly renames?: readonly Rename[];
  readonly properties?: readonly string[];
  readonly acceptForeignProviders?: true;
  readonly acceptNamePasswords?: true;
  readonly probe?: string;
  readonly yesRemove?: true;
  readonly yes?: true;
}

/** Of actions on the target alone. */
export interface ImportStateOptions extends ReportOptions {
  readonly database?: string;
  readonly engineDatabase?: string;
  readonly yes?: true;
}
