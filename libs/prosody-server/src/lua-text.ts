import { LuaExpression, type LuaValue } from './prosody-options.js';

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * A value as Lua source. Strings may hold any characters: all but printable ASCII are written as
 * escaped bytes.
 */
export function luaText(value: LuaValue): string {
  if (value instanceof LuaExpression) return value.source;
  if (typeof value === 'string') return luaString(value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.length ? `{ ${value.map(luaText).join(', ')} }` : '{}';
  const members = Object.entries(value).map(
    ([name, member]) => `${NAME.test(name) ? name : `[${luaString(name)}]`} = ${luaText(member)}`,
  );
  return members.length ? `{ ${members.join(', ')} }` : '{}';
}

function luaString(text: string): string {
  const escaped = [...Buffer.from(text)].map((byte) => {
    const character = String.fromCharCode(byte);
    if (character === '"' || character === '\\') return `\\${character}`;
    return byte >= 32 && byte < 127 ? character : `\\${String(byte).padStart(3, '0')}`;
  });
  return `"${escaped.join('')}"`;
}
