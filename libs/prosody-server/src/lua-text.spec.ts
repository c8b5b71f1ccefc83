import { luaText } from './lua-text.js';
import { LuaExpression, type LuaValue } from './prosody-options.js';

describe('luaText', () => {
  it.each<[LuaValue, string]>([
    [true, 'true'],
    [0.5, '0.5'],
    ['plain', '"plain"'],
    ['a "quote" and a \\', '"a \\"quote\\" and a \\\\"'],
    ['line\nend', '"line\\010end"'],
    ['é', '"\\195\\169"'],
    ['10', '"10"'],
    [[], '{}'],
    [{}, '{}'],
    [['a', 1, [false]], '{ "a", 1, { false } }'],
    [{ roster: 'chat', 'a-b': 2 }, '{ roster = "chat", ["a-b"] = 2 }'],
    [new LuaExpression('ENV_TOKEN'), 'ENV_TOKEN'],
  ])('writes %p', (value, text) => {
    expect(luaText(value)).toBe(text);
  });
});
