/** What notices that a step is forgotten: a compiler, or a suite of a project. */
export type Notice =
  'compiler' | 'compiler of the console' | readonly [project: string, suite: string];

/** One step of a recipe: text in front of the first place where `before` stands, or a whole new file. */
export interface Step {
  readonly file: string;
  readonly before?: string;
  readonly text: string;
  readonly noticedBy: Notice;
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
const DECLARED = ['tools/docs', 'test/declared.spec'] as const;
const LABELS = {
  de: 'Begrüßt, wer kommt',
  en: 'Greets people',
  es: 'Saluda a quien llega',
  zh: '迎接来者',
};

/** "A scalar field of a room" of CONTRIBUTING, carried out: a flag `greetsPeople`. */
export const FIELD_OF_A_ROOM: readonly Step[] = [
  {
    file: 'libs/domain/src/muc/rooms/room.ts',
    before: '  allowPm: shownAs(',
    text: '  greetsPeople: flag(false),\n',
    noticedBy: ['libs/persistence', 'src/schema/schema.spec'],
  },
  {
    file: `${MIGRATIONS}/1999999999999-greet-in-rooms.ts`,
    text: MIGRATION,
    noticedBy: 'compiler',
  },
  {
    file: `${MIGRATIONS}/migrations.ts`,
    before: 'import ',
    text: "import { GreetInRooms } from './1999999999999-greet-in-rooms.js';\n",
    noticedBy: ['libs/persistence', 'schema/migrations/migrations.spec'],
  },
  {
    file: `${MIGRATIONS}/migrations.ts`,
    before: '\n];',
    text: '\n  GreetInRooms,',
    noticedBy: ['libs/persistence', 'schema/migrations/migrations.spec'],
  },
  {
    file: 'integrations/prosody/modules/mod_chat_rooms/options.lib.lua',
    before: '\tboolean("moderated"',
    text: '\tboolean("greets_people", "x-muc#roomconfig_greets", "Those who enter are greeted");\n',
    noticedBy: ['integrations/prosody', 'test/room-fields.spec'],
  },
  {
    file: 'apps/api/src/openapi/field-descriptions.ts',
    before: "    broadcastPresenceRoles: 'Whose",
    text: "    greetsPeople: 'Whether those who enter are greeted',\n",
    noticedBy: ['apps/api', 'test/contract/openapi.spec'],
  },
  {
    file: CONTRACT,
    before: 'broadcastPresenceRoles, owners,',
    text: 'greetsPeople, ',
    noticedBy: DECLARED,
  },
  {
    file: CONTRACT,
    before: '| registrationEnabled, canChangeNickname |',
    text: '| greetsPeople | false | false | |\n',
    noticedBy: DECLARED,
  },
  {
    file: CONTRACT,
    before: '| allowPM | who may',
    text: '| greetsPeople | those who enter are greeted |\n',
    noticedBy: DECLARED,
  },
  {
    file: 'apps/console/src/rooms/rooms.fields.ts',
    before: '  moderated: {',
    text: "  greetsPeople: { kind: 'switch', group: 'speak' },\n",
    noticedBy: 'compiler of the console',
  },
  ...Object.entries(LABELS).map(([language, label]): Step => ({
    file: `apps/console/src/texts/rooms/${language}.json`,
    before: '      "moderated": ',
    text: `      "greetsPeople": "${label}",\n`,
    noticedBy: 'compiler of the console',
  })),
];
