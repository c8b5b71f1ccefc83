import { fieldTable } from '../../shared/fields/field-table';
import type { Card } from './vcard';

const text = { kind: 'text', group: 'card', max: 255 } as const;

export const cardFields = fieldTable('users.card').of<Card>({
  fullName: text,
  nickname: text,
  title: text,
  organisation: text,
  phone: text,
  cardEmail: { ...text, kind: 'email' },
  birthday: text,
  about: { ...text, kind: 'multiline', max: 2_000 },
  xml: null,
});
