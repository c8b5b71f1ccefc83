import { DEFAULT_OVERLAP_S, LONGEST_OVERLAP_S } from '@chat-admin/domain/access/key-management';
import { IsInt, Max, Min } from 'class-validator';
import { AsInteger } from '../http/queries.js';

export class KeyRotationQuery {
  /** how many seconds the former secret stays valid */
  @AsInteger()
  @IsInt()
  @Min(0)
  @Max(LONGEST_OVERLAP_S)
  overlap = DEFAULT_OVERLAP_S;
}
