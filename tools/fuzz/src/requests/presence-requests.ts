import type { Random } from '../random.js';
import { encoded, type FuzzRequest, LONGEST_TARGET } from './api-requests.js';
import { HARD_TEXTS, type HardTexts } from './hard-texts.js';
import { anyName, anyText } from './values.js';

const WORDS = ['available', 'chat', 'away', 'xa', 'dnd', 'offline', 'forbidden', 'images'];

/** Somebody without credentials asks who is there, which the description does not have. Contract: CK-23 */
export function presenceRequest(random: Random, hard: HardTexts | null = null): FuzzRequest {
  const value = (plain: () => string): string =>
    hard !== null && random.oneIn(3) ? HARD_TEXTS[hard](random) : plain();
  const pairs = [
    ['jid', value(() => anyName(random))],
    ...(random.oneIn(2) ? [['req_jid', value(() => anyName(random))]] : []),
    ...(random.oneIn(4) ? [] : [['type', random.pick(['xml', 'text', 'image', anyText(random)])]]),
    ...(random.oneIn(3) ? [[random.pick(WORDS), value(() => anyText(random))]] : []),
  ];
  const query = pairs.map(([name, text]) => `${name}=${encoded(text!)}`).join('&');
  return {
    app: 'api',
    method: random.oneIn(20) ? 'HEAD' : 'GET',
    target: `/plugins/presence/status?${query}`.slice(0, LONGEST_TARGET),
    headers: {},
    body: null,
  };
}
