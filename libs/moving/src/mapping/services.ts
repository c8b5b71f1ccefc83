import {
  DEFAULT_HISTORY_MAX_NUMBER,
  MAX_DESCRIPTION_LENGTH,
  MOST_HISTORY,
  shownDescription,
} from '@chat-admin/domain/muc/services/chat-service';
import type { NamedValue, ServiceRow } from '../rows.js';
import type { MappingContext } from './context.js';
import { propertyOf } from './groups.js';
import { dropped, moved, note } from './outcome.js';
import type { Note, Outcome } from './outcome.js';
import { cutText, flagOf, optionalText } from './values.js';

export interface MovedService {
  readonly name: string;
  readonly description: string;
  readonly hidden: boolean;
  readonly historyMaxNumber: number;
}

const TYPE = 'history.type';
const NUMBER = 'history.maxNumber';
const ALL = 100;

/** Moving in: 4 */
export function movedService(
  row: ServiceRow,
  { rooms }: Pick<MappingContext, 'rooms'>,
): Outcome<MovedService> {
  const name = rooms.service(row.subdomain);
  if (name === null) return dropped(note('name-invalid', 'no service can have this name'));
  const notes: Note[] = [];
  if (name !== row.subdomain) notes.push(note('name-unprepared', `it is ${name} here`));
  const description = shownDescription(optionalText(row.description, notes, 'description'));
  for (const property of row.properties) {
    if (property.name === TYPE || property.name === NUMBER) continue;
    const isRule = /^(create\.|sysadmin\.)/.test(property.name);
    const text = isRule ? 'creation is not restricted here' : 'services have no properties here';
    notes.push(note('property-dropped', text, property.name));
  }
  return moved(
    {
      name,
      description: cutText(description, MAX_DESCRIPTION_LENGTH, notes, 'description')!,
      hidden: flagOf(row.isHidden, notes, 'isHidden'),
      historyMaxNumber: historyOf(row.properties, notes),
    },
    notes,
  );
}

function historyOf(properties: readonly NamedValue[], notes: Note[]): number {
  const type = propertyOf(properties, TYPE)?.trim() ?? '';
  const text = propertyOf(properties, NUMBER)?.trim() ?? '';
  if (type === 'none') return 0;
  if (type === 'all') return ALL;
  if (text === '' || !(type === 'number' || type === '')) return DEFAULT_HISTORY_MAX_NUMBER;
  const number = Number(text);
  if (/^\d{1,9}$/.test(text)) return Math.min(number, MOST_HISTORY);
  notes.push(note('value-bad', 'no number', NUMBER));
  return DEFAULT_HISTORY_MAX_NUMBER;
}
