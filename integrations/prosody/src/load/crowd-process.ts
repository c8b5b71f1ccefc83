// A process full of clients.
import { trust } from '../trust.js';
import type { CrowdTasks } from './crowd-tasks.js';
import { inTurns } from './in-turns.js';
import { Person } from './person.js';
import { Talk } from './talk.js';
import { answerTasks } from './task-channel.js';

let people: Person[] = [];
let nextNumber: () => number = () => 0;
let talk: Talk | null = null;
let roundTrips: number[] = [];

function personCalled(username: string): Person {
  const person = people.find(({ plan }) => plan.username === username);
  if (!person) throw new Error(`${username} lives in another process`);
  return person;
}

// the stock client fails on data that arrives after its time-out for the end of the stream
process.on('uncaughtException', (error) => {
  if (!(error instanceof TypeError && error.stack?.includes('@xmpp/connection'))) throw error;
});

answerTasks<CrowdTasks>({
  prepare: ({ place, certificate, people: plans, numbers }) => {
    trust(certificate, place.domain);
    people = plans.map((plan) => new Person(plan, place));
    let next = numbers.first;
    nextNumber = () => (next += numbers.step) - numbers.step;
  },
  login: async (atOnce) => {
    const times: number[] = [];
    await inTurns(people, atOnce, async (person) => {
      const begin = performance.now();
      await person.login();
      times.push(performance.now() - begin);
    });
    return times;
  },
  enter: (atOnce) =>
    inTurns(people, atOnce, async (person) => {
      for (const room of person.plan.rooms) await person.enter(room);
    }),
  logout: async (atOnce) => {
    await inTurns(people, atOnce, (person) => person.logout());
    for (const person of people) person.forget();
  },
  talk: (rate) => {
    talk = new Talk(people, rate, nextNumber);
  },
  hush: () => talk?.stop(),
  settle: async () => {
    await Promise.all(people.filter(({ isOnline }) => isOnline).map((person) => person.ping()));
  },
  thrownOut: ({ username, room }) => personCalled(username).thrownOut(room),
  comeBack: async ({ username, room }) => {
    const person = personCalled(username);
    if (!person.isOnline) await person.login();
    await person.enter(room);
  },
  keepPinging: (everyMs) => {
    const [person] = people;
    setInterval(() => {
      const begin = performance.now();
      const note = () => roundTrips.push(performance.now() - begin);
      void person?.ping().then(note, note);
    }, everyMs).unref();
  },
  pinged: () => {
    const taken = roundTrips;
    roundTrips = [];
    return taken;
  },
  report: () => {
    const stays = people.flatMap((person) => person.stays);
    return {
      records: people.flatMap(({ records }) => records),
      visits: stays.map((stay) => stay.visit()),
      echoes: stays.flatMap(({ echoes }) => echoes),
      contacts: people.flatMap(({ plan, contacts }) =>
        [...contacts].map(([jid, name]) => [plan.username, jid, name] as const),
      ),
      surprises: people.flatMap(({ plan, surprises }) =>
        surprises.map((condition) => `${plan.username}: ${condition}`),
      ),
    };
  },
});
