import { A_FLAG } from '@chat-admin/domain/shared/words';
import type { Sides } from '@chat-admin/domain/users/roster-changes';
import { IsBoolean } from 'class-validator';
import { AsFlag, readQuery } from '../http/queries.js';
import type { Query } from '../http/query-string.js';

/** Contract: core 5.1 "Both sides" */
class RosterQuery implements Sides {
  @AsFlag()
  @IsBoolean({ message: A_FLAG })
  mutual = false;
}

/** @throws WireFault */
export const sides = (query: Query): Sides => readQuery(RosterQuery, query);
