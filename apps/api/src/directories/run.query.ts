import { RUN_MODES } from '@chat-admin/domain/directories/directory-run';
import type { RunMode } from '@chat-admin/domain/directories/directory-run';
import { oneOf } from '@chat-admin/domain/shared/words';
import { IsIn } from 'class-validator';

/** Parameters of a run but `dryRun`. Contract: extensions E13.2 */
export class RunQuery {
  @IsIn(RUN_MODES, { message: oneOf(RUN_MODES) })
  mode: RunMode = 'changes';
}
