import type { ReportOptions } from '../../program/action.js';

export interface SetupOptions extends ReportOptions {
  readonly local?: true;
  readonly print?: true;
  readonly server?: string;
  readonly cluster?: string;
  readonly machine?: string;
  readonly root: string;
  readonly withoutRoles?: true;
  readonly domain?: string;
  readonly administrator?: string;
  readonly name: string;
  readonly directory: string;
}
