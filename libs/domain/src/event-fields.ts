import { KEY_SHOWN } from './access/api-key.js';
import { GROUP_SHOWN } from './groups/group.js';
import { ROOM_SHOWN } from './muc/rooms/room.js';
import { SERVICE_SHOWN } from './muc/services/chat-service.js';
import { HOLD_SHOWN } from './holds/hold.js';
import { REPORT_SHOWN } from './reports/report.js';
import { RETENTION_SHOWN } from './retention/retention-rule.js';
import { shownOf } from './shared/fields.js';
import { LOCKOUT_SHOWN } from './users/lockout.js';
import { USER_SHOWN } from './users/user.js';
import { WEBHOOK_SHOWN } from './webhooks/webhook.js';
import type { EventNames } from './events/event.js';
import type { EventType } from './events/event-types.js';

type KindOf<T extends string> = T extends `${infer Kind}.updated` ? Kind : never;

/** What events name of each kind that can change. */
const SHOWN: Readonly<Record<KindOf<EventType>, Readonly<Record<string, string>>>> = {
  user: { username: 'username', ...USER_SHOWN },
  lockout: LOCKOUT_SHOWN,
  group: GROUP_SHOWN,
  roster: {},
  vcard: {},
  service: SERVICE_SHOWN,
  room: ROOM_SHOWN,
  property: { value: 'value' },
  key: KEY_SHOWN,
  webhook: WEBHOOK_SHOWN,
  report: REPORT_SHOWN,
  retention: RETENTION_SHOWN,
  hold: HOLD_SHOWN,
};

/** How documents name and order what is kept in columns; others come first, named after their columns. */
function fieldsOf(type: EventType, columns: readonly string[]): readonly string[] {
  const names = new Map(Object.entries(SHOWN)).get(type.slice(0, type.indexOf('.'))) ?? {};
  const properties = columns.map((column) =>
    column.replace(/_(\w)/g, (_, one: string) => one.toUpperCase()),
  );
  return [...properties.filter((one) => !(one in names)), ...shownOf(names, properties)];
}

export const eventNames = (groupJid: (name: string) => string): EventNames => ({
  fieldsOf,
  groupJid,
});
