import { clockIn, dayAfter, momentIn, weekdayFrom } from './zoned';

it.each([
  ['UTC', '2027-01-31T14:30', '2027-01-31T14:30:00.000Z'],
  ['Europe/Berlin', '2027-01-31T00:00', '2027-01-30T23:00:00.000Z'],
  ['Europe/Berlin', '2027-07-31T00:00', '2027-07-30T22:00:00.000Z'],
  ['Pacific/Kiritimati', '2027-01-31T12:00', '2027-01-30T22:00:00.000Z'],
  ['Pacific/Pago_Pago', '2027-01-31T23:30', '2027-02-01T10:30:00.000Z'],
  ['Asia/Kathmandu', '2027-01-31T00:00:30', '2027-01-30T18:15:30.000Z'],
])('clocks in %s show %s at %s', (zone, clock, time) => {
  expect(momentIn(zone, clock).toISOString()).toBe(time);
  expect(clockIn(zone, new Date(time)).slice(0, clock.length)).toBe(clock);
});

it.each([
  ['shown twice is the first', 'Europe/Berlin', '2027-10-31T02:30', '2027-10-31T00:30:00.000Z'],
  ['skipped is after the gap', 'Europe/Berlin', '2027-03-28T02:30', '2027-03-28T01:30:00.000Z'],
  ['just before a gap stays', 'Europe/Berlin', '2027-03-28T01:59', '2027-03-28T00:59:00.000Z'],
  ['just after a gap stays', 'Europe/Berlin', '2027-03-28T03:00', '2027-03-28T01:00:00.000Z'],
  ['begins a day without midnight', 'Africa/Cairo', '2027-04-30T00:00', '2027-04-29T22:00:00.000Z'],
])('a time that is %s (%s, %s)', (_, zone, clock, time) => {
  expect(momentIn(zone, clock).toISOString()).toBe(time);
});

it('years are written with four digits, as inputs want them', () => {
  expect(clockIn('UTC', new Date('0027-01-31T14:30:00Z'))).toBe('0027-01-31T14:30:00');
});

it.each([
  ['2027-02-28', '2027-03-01'],
  ['2027-12-31', '2028-01-01'],
])('after %s comes %s', (day, next) => {
  expect(dayAfter(day)).toBe(next);
});

it.each([
  ['2026-11-30', 5, '2026-12-04'],
  ['2026-12-04', 5, '2026-12-04'],
  ['2026-12-05', 5, '2026-12-11'],
  ['2026-12-05', 0, '2026-12-06'],
])('from %s on, day %i of the week is %s', (day, weekday, found) => {
  expect(weekdayFrom(day, weekday)).toBe(found);
});
