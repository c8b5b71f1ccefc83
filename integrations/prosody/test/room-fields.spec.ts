import { roomDoc } from '@chat-admin/codecs/muc/rooms/room.doc';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { ROOM_FIELDS, type RoomOptions } from '@chat-admin/domain/muc/rooms/room';
import { type Field, valuesOf } from '@chat-admin/domain/shared/fields';
import { otherThanDefaults } from '@chat-admin/domain/testing/field-values';
import type { ChatClient } from '../src/chat-client.js';
import { xml } from '../src/stanza.js';
import { World } from '../src/world.js';
import {
  aRoom,
  configurationCodes,
  configure,
  formOptions,
  formValues,
  MUC_OWNER,
  type Room,
  shownSubject,
  stopUnharmed,
} from './room-scene.js';

const suite = await suiteNeeds(describe, 'Every field of a room', ['prosody']);

/** Changed by messages of chat users. */
const NOT_IN_THE_FORM: readonly string[] = ['subject'] satisfies (keyof RoomOptions)[];
/** The status code of the field's other value; all others are announced by 104. */
const STATUS: Partial<Record<keyof RoomOptions, number>> = {
  canAnyoneDiscoverJid: 172,
  logEnabled: 170,
};

const defaults = valuesOf(ROOM_FIELDS, {});
const others = otherThanDefaults(ROOM_FIELDS);

/**
 * A new field needs no line here: it is taken from the API to the database, the engine's functions,
 * Prosody, the owners' form, and back.
 */
suite('Every field of a room', () => {
  let world: World;
  let ann: ChatClient;
  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann');
    ann = await world.online('ann', { resource: 'desk' });
  });
  afterAll(() => stopUnharmed(world));

  const formOf = async (room: Room) =>
    (await ann.get(xml('query', { xmlns: MUC_OWNER }), room.jid)).getChild('query')!;

  it.each(Object.keys(ROOM_FIELDS) as (keyof RoomOptions)[])('%s', async (name) => {
    const field: Field = ROOM_FIELDS[name];
    const wire = roomDoc.fields[name].wireName ?? name;
    const room = await aRoom(world, { persistent: undefined, broadcastPresenceRoles: undefined });
    await ann.join(room.jid, 'Ann');
    const inTheApi = async () =>
      ((await room.document()) as unknown as Record<string, unknown>)[wire] ?? null;
    expect(await inTheApi()).toEqual(defaults[name]);

    // changed by the API
    const before = formValues(await formOf(room));
    await room.change({ [wire]: others[name] });
    expect(await inTheApi()).toEqual(others[name]);
    if (name === 'subject') await shownSubject(ann, room, others.subject!);
    else expect(await configurationCodes(ann, room)).toEqual([STATUS[name] ?? 104]);
    const after = formValues(await formOf(room));
    const changed = Object.keys(after).filter((key) => `${after[key]}` !== `${before[key]}`);
    expect(changed).toHaveLength(NOT_IN_THE_FORM.includes(name) ? 0 : 1);
    const [option] = changed;
    if (option === undefined) return;

    // changed by a chat user
    const submit = (values: readonly string[]) => configure(ann, room, { [option]: values });
    await submit(before[option]!);
    expect(await inTheApi()).toEqual(defaults[name]);
    await submit(after[option]!);
    expect(await inTheApi()).toEqual(others[name]);

    // the same limits and choices on both sides
    if (field.kind === 'text' && field.limit !== null) {
      const longest = '\u{1f375}'.repeat(field.limit);
      await submit([longest]);
      await room.change({ [wire]: longest });
      expect(await inTheApi()).toBe(longest);
      const refusal = expect.objectContaining({ condition: 'not-acceptable' });
      await expect(submit([`${longest}x`])).rejects.toEqual(refusal);
      const document = { ...(await room.document()), [wire]: `${longest}x` };
      expect((await world.api.call('PUT', room.path(), 'json', document)).status).toBe(400);
    }
    if (field.kind === 'choice' || field.kind === 'choices') {
      expect(formOptions(await formOf(room), option).toSorted()).toEqual(field.choices.toSorted());
      for (const chosen of field.kind === 'choice' ? field.choices : [field.choices]) {
        await submit([chosen].flat());
        expect(await inTheApi()).toEqual(chosen);
      }
    }
  });
});
