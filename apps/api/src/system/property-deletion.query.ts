import { A_FLAG } from '@chat-admin/domain/shared/words';
import { IsBoolean } from 'class-validator';
import { AsBoolean } from '../http/queries.js';

export class PropertyDeletionQuery {
  /** deletes only the property itself, not what lies below it */
  @AsBoolean()
  @IsBoolean({ message: A_FLAG })
  exact = false;
}
