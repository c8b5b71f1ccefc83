import { readDate } from '@chat-admin/codecs/wire/dates';
import { Transform } from 'class-transformer';
import { IsDate, IsInt, IsOptional } from 'class-validator';
import { AsInteger } from '../../http/queries.js';

/** Any date format; other text stays text. */
const AsDate = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? (readDate(value.trim()) ?? value) : value,
  );

/** Contract: muc-and-legacy 8.3 */
export class HistoryQuery {
  @AsInteger()
  @IsOptional()
  @IsInt()
  limit: number | null = null;

  @AsDate()
  @IsOptional()
  @IsDate()
  before: Date | null = null;

  @AsDate()
  @IsOptional()
  @IsDate()
  after: Date | null = null;
}
