import type { components } from '@chat-admin/client';
import { dataOf } from '@chat-admin/client';
import { api } from '../shared/api/client';
import { ifMatch } from '../shared/api/query';
import type { Tagged } from '../shared/api/query';
import { isStatus, queryClient } from '../shared/api/staleness';
import type { Report } from './reports.fields';
import { reportQuery } from './reports.queries';

export type Measures = components['schemas']['Measures'];
export type MeasuredPart = components['schemas']['MeasuredPart'];

const HOUR = 3_600_000;
export const SPANS = ['day', 'week', 'open'] as const;
const HOURS = { day: 24, week: 7 * 24 } as const;

/** What is ticked. */
export interface Chosen {
  readonly lock: boolean;
  readonly span: (typeof SPANS)[number];
  readonly sessions: boolean;
  readonly ban: boolean;
  readonly retract: 'keep' | 'evidence' | 'room';
  readonly reason: string;
  readonly close: boolean;
  readonly notify: boolean;
}

export const NOTHING_CHOSEN: Chosen = {
  ...{ lock: false, span: 'open', sessions: false, ban: false, retract: 'keep' },
  ...{ reason: '', close: false, notify: false },
};

/** @returns null: nothing is to be done */
export function chosenMeasures(chosen: Chosen): Measures | null {
  const { lock, span, sessions, ban, retract, reason, close, notify } = chosen;
  if (!lock && !sessions && !ban && retract === 'keep' && !close) return null;
  const end = span === 'open' ? null : new Date(Date.now() + HOURS[span] * HOUR).toISOString();
  return {
    ...(lock && { lock, ...(end !== null && { until: end }) }),
    ...(sessions && { sessions }),
    ...(ban && { ban }),
    ...(retract !== 'keep' && { retract }),
    ...(reason.trim() && { reason: reason.trim() }),
    ...(close && { status: 'acted' as const, ...(notify && { notify }) }),
  };
}

/** Does all of it, or tries whether it can be done, where nobody has changed the report meanwhile. */
export async function actOnReport(
  { value: { id }, tag }: Tagged<Report>,
  measures: Measures,
  isTried: boolean,
): Promise<readonly MeasuredPart[]> {
  const params = { path: { id }, ...(isTried && { query: { dryRun: true } }) };
  const reread = () => queryClient.invalidateQueries({ queryKey: reportQuery.keyOf(id) });
  try {
    const { parts } = await dataOf(
      api.POST('/reports/{id}/measures', { params, headers: ifMatch(tag), body: measures }),
    );
    if (!isTried) await reread();
    return parts;
  } catch (error) {
    if (isStatus(error, 412)) await reread();
    throw error;
  }
}
