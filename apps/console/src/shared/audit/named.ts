import type { Named } from '../people/thing';
import { formatListOf } from '../texts/formats';
import { namesOf } from './audit-details';
import type { TextKey, TextValues } from '../texts/texts';

/** A part of a sentence. */
export type Piece = string | Named;

type Say = (key: TextKey, values?: TextValues) => string;

/** The others are counted. */
const MOST_NAMES = 5;
/** `conference/den`; without its service it cannot be opened. */
export function roomOf(name: string): Named {
  const at = name.indexOf('/');
  if (at <= 0) return { kind: 'text', name };
  return { kind: 'room', name: name.slice(at + 1), id: name.slice(0, at) };
}

/** Somebody of a list of people, `member:ola@example.org`, or a group of it. */
export function memberOf(text: string): Named {
  const name = text.replace(/^[a-z]+:/, '');
  return { kind: name.includes('/') ? 'text' : 'person', name };
}

/** The names of a detail, of which the last may be a number: `ola,zoe,+98`. @returns null if there are none */
export function listOf(
  say: Say,
  text: string | undefined,
  of: (name: string) => Named,
): readonly Piece[] | null {
  if (text === undefined) return null;
  const all = namesOf(text);
  const [, more = '0'] = /^\+(\d+)$/.exec(all.at(-1) ?? '') ?? [];
  const names = more === '0' ? all : all.slice(0, -1);
  const shown = names.slice(0, MOST_NAMES).map(of);
  const others = names.length - shown.length + Number(more);
  const rest = others === 0 ? [] : [say('sentences.more', { number: others })];
  return formatListOf([...shown, ...rest]);
}
