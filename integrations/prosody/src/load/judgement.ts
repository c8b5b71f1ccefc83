import type { Api } from '../api.js';
import type { CrowdReport } from './crowd-tasks.js';
import type { ValidatedRoom } from './plan.js';
import { digits, line, SPREAD, spread, table } from './report.js';
import { countHistory, faultsOfHistory } from './stored-history.js';
import { faultsOf, type RoomRecord, tally } from './tally.js';

const SAID = ['refused', 'undecided', 'vanished'];
const HEARD = ['lost', 'duplicated', 'strange', 'disordered', 'cutOff'];
const STORED = ['missing', 'duplicated', 'strange', 'disordered'];

// Each prints its part of the report and returns what is wrong.

/** @param outMs how long each removal took */
export function judgeMessages(
  reports: readonly CrowdReport[],
  seconds: number,
  outMs: readonly number[],
): string[] {
  const sum = tally(
    reports.flatMap(({ records }) => records),
    reports.flatMap(({ visits }) => visits),
  );
  const rate = (amount: number) => `${digits(amount / seconds)}/s`;
  line(`${sum.said} messages said, ${rate(sum.said)}: ${parts(sum, SAID)}`);
  line(
    `${sum.delivered} deliveries, ${rate(sum.delivered)}, ${sum.expected} expected: ${parts(sum, HEARD)}`,
  );
  const echoes = reports.flatMap((report) => report.echoes);
  table(
    ['', ...SPREAD],
    [
      ['message said until heard oneself', ...spread(echoes)],
      ['thrown out, from the begin of the call', ...spread(outMs)],
    ],
  );
  if (sum.delivered === 0) return ['nobody has heard anything'];
  return faultsOf(sum) > 0 ? ['messages were not delivered exactly once and in order'] : [];
}

export async function judgeHistory(
  api: Api,
  rooms: readonly ValidatedRoom[],
  records: readonly RoomRecord[],
): Promise<string[]> {
  const count = await countHistory(api, rooms, records);
  line(`History of ${count.rooms} rooms: ${count.messages} messages: ${parts(count, STORED)}`);
  return faultsOfHistory(count) > 0 ? ['the history is not what was said'] : [];
}

/** @param wanted the latest names of contacts set through the API: owner, contact, name */
export function judgeContacts(
  reports: readonly CrowdReport[],
  wanted: ReadonlyMap<string, ReadonlyMap<string, string>>,
): string[] {
  const came = new Set(reports.flatMap(({ contacts }) => contacts.map((push) => push.join('\n'))));
  const all = [...wanted].flatMap(([owner, names]) =>
    [...names].map(([jid, name]) => [owner, jid, name].join('\n')),
  );
  const missing = all.filter((push) => !came.has(push)).length;
  line(`${all.length} contacts renamed through the API: ${missing} did not come to the client`);
  return missing > 0 ? ['a change of a roster did not come to the client'] : [];
}

function parts(of: object, names: readonly string[]): string {
  const values = of as Readonly<Record<string, number>>;
  return names.map((name) => `${values[name]} ${name}`).join(', ');
}
