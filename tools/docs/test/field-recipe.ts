/** One step of a recipe: text in front of the first place where `before` stands, or a whole new file. */
export interface Step {
  readonly file: string;
  readonly before?: string;
  readonly text: string;
}

const MIGRATION = `import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Rooms that greet who enters. */
export class GreetInRooms implements PhasedMigration {
  readonly name = 'GreetInRooms1999999999999';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table room add greets_people boolean not null default false');
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
`;

const MIGRATIONS = 'libs/persistence/src/schema/migrations';
const CONTRACT = 'docs/contract/muc-and-legacy.md';

/** "A scalar field of a room" of CONTRIBUTING, carried out: a flag `greetsPeople`. */
export const FIELD_OF_A_ROOM: readonly Step[] = [
  {
    file: 'libs/domain/src/muc/rooms/room.ts',
    before: '  allowPm: choice(',
    text: '  greetsPeople: flag(false),\n',
  },
  {
    file: 'libs/codecs/src/muc/rooms/room.doc.ts',
    before: '  broadcastPresenceRoles: list(',
    text: '  greetsPeople: always(boolean),\n',
  },
  { file: `${MIGRATIONS}/1999999999999-greet-in-rooms.ts`, text: MIGRATION },
  {
    file: `${MIGRATIONS}/migrations.ts`,
    before: 'import ',
    text: "import { GreetInRooms } from './1999999999999-greet-in-rooms.js';\n",
  },
  { file: `${MIGRATIONS}/migrations.ts`, before: '\n];', text: '\n  GreetInRooms,' },
  {
    file: 'integrations/prosody/modules/mod_chat_rooms/options.lib.lua',
    before: '\tboolean("moderated"',
    text: '\tboolean("greets_people", "x-muc#roomconfig_greets", "Those who enter are greeted");\n',
  },
  {
    file: 'apps/api/src/openapi/samples.ts',
    before: '  moderated: false,',
    text: '  greetsPeople: false,\n',
  },
  {
    file: 'libs/moving/src/mapping/rooms.ts',
    before: '      broadcastPresenceRoles: rolesOf(',
    text: '      greetsPeople: false,\n',
  },
  { file: CONTRACT, before: 'broadcastPresenceRoles, owners,', text: 'greetsPeople, ' },
  {
    file: CONTRACT,
    before: '| registrationEnabled, canChangeNickname |',
    text: '| greetsPeople | false | false | |\n',
  },
  {
    file: CONTRACT,
    before: '| allowPM | who may',
    text: '| greetsPeople | those who enter are greeted |\n',
  },
  {
    file: 'apps/api/test/support/room-documents.ts',
    before: '  broadcastPresenceRoles: [',
    text: '  greetsPeople: false,\n',
  },
  {
    file: 'apps/api/src/openapi/field-descriptions.ts',
    before: "    broadcastPresenceRoles: 'Whose",
    text: "    greetsPeople: 'Whether those who enter are greeted',\n",
  },
];
