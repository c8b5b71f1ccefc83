import { IsInt, Max, Min } from 'class-validator';
import type { SampledTime } from '@chat-admin/domain/sessions/session-samples';
import { AsInteger, AsSeconds } from '../http/queries.js';

const DAY_S = 24 * 60 * 60;
/** years 1 to 9999 */
const EARLIEST_S = -62_135_596_800;
const LATEST_S = 253_402_300_799;

/** Contract: extensions E12, X-5 */
export class SessionHistoryQuery {
  @AsSeconds()
  @IsInt()
  from = 0;

  @AsSeconds()
  @IsInt()
  to = 0;

  @AsInteger()
  @IsInt()
  @Min(60)
  @Max(2 ** 31 - 1)
  step = 3600;
}

/** Without an end until now, without a beginning the day before the end. */
export function sampledTime({ from, to, step }: SessionHistoryQuery): SampledTime {
  const end = to === 0 ? Math.floor(Date.now() / 1000) : to;
  const begin = from === 0 ? end - DAY_S : from;
  const moment = (second: number) =>
    new Date(Math.max(EARLIEST_S, Math.min(LATEST_S, second)) * 1000);
  return { from: moment(begin), to: moment(end), stepSeconds: step };
}
