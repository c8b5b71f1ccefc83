import type { Product } from '../support/product';

/** Invented people of a school: user name, name, class. */
const PEOPLE = [
  ['ada.berg', 'Ada Berg', 'Class 7b'],
  ['ben.adler', 'Ben Adler', 'Class 7b'],
  ['carla.nunez', 'Carla Núñez', 'Class 7b'],
  ['david.lind', 'David Lind', 'Class 7b'],
  ['elif.kaya', 'Elif Kaya', 'Class 7b'],
  ['finn.moller', 'Finn Møller', 'Class 8a'],
  ['grace.okoro', 'Grace Okoro', 'Class 8a'],
  ['hana.sato', 'Hana Sato', 'Class 8a'],
  ['ivan.petrov', 'Ivan Petrov', 'Class 8a'],
  ['jo.tremblay', 'Jo Tremblay', 'Class 8a'],
  ['kira.weiss', 'Kira Weiss', 'Teachers'],
  ['liang.chen', 'Liang Chen', 'Teachers'],
  ['maria.rossi', 'Maria Rossi', 'Teachers'],
  ['noah.baker', 'Noah Baker', 'Teachers'],
  ['olga.nowak', 'Olga Nowak', 'Help desk'],
] as const;

const ROOMS = [
  ['staff-room', 'Staff room', 'Timetables and substitutions'],
  ['homework-7b', 'Homework 7b', 'Ask here before asking at home'],
  ['chess-club', 'Chess club', 'Tuesdays, 15:30, library'],
  ['help-desk', 'Help desk', 'Passwords, devices, accounts'],
  ['orchestra', 'Orchestra', 'Rehearsals and concerts'],
] as const;

const SAID = [
  ['ada.berg', 'Does anybody have the sheet for maths?'],
  ['ben.adler', 'Page 41, numbers 3 to 6'],
  ['kira.weiss', 'Number 6 only if you like. It is not in the test.'],
  ['ada.berg', 'Thanks!'],
  ['carla.nunez', 'I get 17 for number 5, you too?'],
  ['ben.adler', '17 it is'],
] as const;

export const ROOM = 'homework-7b';
export const PERSON = 'ada.berg';

/** Fills the product with a school, and logs some of its people in. They stay until the product stops. */
export async function fillWithSchool({ world }: Product): Promise<void> {
  const { api } = world;
  await world.accounts(...PEOPLE.map(([username]) => username));
  for (const name of new Set(PEOPLE.map(([, , group]) => group))) {
    await api.done('POST', '/groups', { name, description: '' });
  }
  for (const [username, name, group] of PEOPLE) {
    await api.done('PUT', `/users/${username}`, { name, email: `${username}@example.org` });
    await api.done('POST', `/users/${username}/groups/${encodeURIComponent(group)}`);
  }
  for (const [roomName, naturalName, description] of ROOMS) {
    await api.done('POST', '/chatrooms', {
      ...{ roomName, naturalName, description, persistent: true, publicRoom: true },
      ...{ subject: description, logEnabled: true, owners: ['kira.weiss@example.org'] },
    });
  }
  await api.done('PUT', '/lockouts/ivan.petrov', {
    reason: 'Spam in Chess club',
    until: new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString(),
  });
  await talk(world);
  await world.sql(`
    update account set created_at = now() - interval '1 day' * (1 + abs(hashtext(username)) % 700),
      last_seen = case when hashtext(username) % 3 <> 0 then now() - interval '1 hour' * (abs(hashtext(username)) % 90) end`);
  await world.sql(`
    insert into session_sample (taken_at, sessions, users)
    select at, online + online / 5, online
    from generate_series(date_trunc('minute', now()) - interval '1 day', now() - interval '2 minutes', '10 minutes') at,
      round(40 + 38 * sin((extract(hour from at) - 8) / 24 * 2 * pi()) + 3 * sin(extract(epoch from at) / 1700)) online`);
  await api.done('POST', '/webhooks', {
    ...{ url: 'https://portal.example.org/hooks/chat', types: ['user.*', 'lockout.*'] },
    description: 'School portal',
  });
}

async function talk(world: Product['world']): Promise<void> {
  const room = `${ROOM}@conference.example.org`;
  const speakers = new Map<string, Awaited<ReturnType<Product['world']['online']>>>();
  for (const username of new Set(SAID.map(([one]) => one))) {
    const client = await world.online(username, { resource: 'phone' });
    await client.join(room, username.split('.')[0]!);
    speakers.set(username, client);
  }
  for (const [username, text] of SAID) await speakers.get(username)!.say(room, text);
  for (const username of ['olga.nowak', 'liang.chen', 'grace.okoro']) {
    await world.online(username, { resource: 'desktop' });
  }
}

/** A class as a school's own program exports it, with two faults. */
export const TABLE = [
  'Username;First name;Last name;E-mail;Class',
  'pia.hall;Pia;Hall;pia.hall@example.org;Class 5c',
  'quentin roy;Quentin;Roy;quentin.roy@example.org;Class 5c',
  'rosa.diaz;Rosa;Díaz;rosa.diaz@example.org;Class 5c',
  'sam.wood;Sam;Wood;sam.wood@example.org;Class 5c',
  'sam.wood;Sam;Woods;sam.woods@example.org;Class 5c',
  'tove.dahl;Tove;Dahl;tove.dahl@example.org;Class 5c',
].join('\n');
