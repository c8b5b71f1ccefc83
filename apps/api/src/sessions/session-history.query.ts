import { IsInt, Max, Min } from 'class-validator';
import type { SampledTime } from '@chat-admin/domain/sessions/session-samples';
import { AsInteger, AsSeconds, SECONDS } from '../http/queries.js';

const DAY_S = 24 * 60 * 60;
/** years 1 to 9999 */
const EARLIEST_S = -62_135_596_800;
const LATEST_S = 253_402_300_799;

const SHORTEST_STEP = 60;
const LONGEST_STEP = 2 ** 31 - 1;
const STEPS = `${SHORTEST_STEP} to ${LONGEST_STEP} seconds`;

/** Contract: extensions E12, X-5 */
export class SessionHistoryQuery {
  @AsSeconds()
  @IsInt({ message: SECONDS })
  from = 0;

  @AsSeconds()
  @IsInt({ message: SECONDS })
  to = 0;

  @AsInteger()
  @IsInt({ message: STEPS })
  @Min(SHORTEST_STEP, { message: STEPS })
  @Max(LONGEST_STEP, { message: STEPS })
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
