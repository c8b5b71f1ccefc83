import { UnusableWord } from '../outcome/failures.js';

const UNITS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** @returns milliseconds. @throws UnusableWord */
export function readDuration(option: string, text: string): number {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (amount === undefined) {
    throw new UnusableWord(`${option}: ${text} is no duration such as 60s, 5m, 1h or 7d`);
  }
  return Number(amount) * UNITS[unit!]!;
}
