import { DEFAULT_OVERLAP_S, LONGEST_OVERLAP_S } from '@chat-admin/domain/access/key-management';
import { IsInt, Max, Min } from 'class-validator';
import { AsInteger } from '../http/queries.js';

const OVERLAPS = `0 to ${LONGEST_OVERLAP_S} seconds`;

export class KeyRotationQuery {
  /** how many seconds the former secret stays valid */
  @AsInteger()
  @IsInt({ message: OVERLAPS })
  @Min(0, { message: OVERLAPS })
  @Max(LONGEST_OVERLAP_S, { message: OVERLAPS })
  overlap = DEFAULT_OVERLAP_S;
}
