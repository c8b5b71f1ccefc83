import { TYPES } from '@chat-admin/legacy-userservice/operations';
import { PARAMETERS } from '@chat-admin/legacy-userservice/userservice.query';
import { USERSERVICE_ADDRESSES } from '@chat-admin/server/edge/userservice-address';
import type { Random } from '../random.js';
import { encoded, type FuzzRequest, LONGEST_TARGET } from './api-requests.js';
import { HARD_TEXTS, type HardTexts } from './hard-texts.js';
import { anyName, anyText } from './values.js';

const FORM = 'application/x-www-form-urlencoded';

/** A request to the deprecated user service: of every type, with every parameter that it knows. */
export function userserviceRequest(
  secret: string,
  random: Random,
  hard: HardTexts | null = null,
): FuzzRequest {
  const value = (): string =>
    hard !== null && random.oneIn(2) ? HARD_TEXTS[hard](random) : plainValue(random);
  const pairs = PARAMETERS.filter((name) => name !== 'secret' && name !== 'type')
    .filter(() => !random.oneIn(4))
    .map((name) => [
      name,
      name === 'subscription' ? random.pick(['-1', '0', '3', '4', '']) : value(),
    ]);
  const given = [
    ['secret', random.oneIn(50) ? 'wrong' : secret],
    ['type', random.oneIn(30) ? anyText(random) : random.pick(TYPES)],
    ...pairs,
  ];
  const text = random
    .shuffled(given)
    .map(([name, one]) => `${name}=${random.oneIn(80) ? '%zz' : encoded(one ?? '')}`)
    .join('&');
  const target = random.pick(USERSERVICE_ADDRESSES) + (random.oneIn(20) ? '/' : '');
  const method = random.oneIn(30)
    ? random.pick(['PUT', 'DELETE', 'HEAD', 'OPTIONS'])
    : random.pick(['GET', 'POST']);
  if (method === 'POST' && random.oneIn(2)) {
    const body = Buffer.from(text);
    return { app: 'userservice', method, target, headers: { 'content-type': FORM }, body };
  }
  const asked = `${target}?${text}`.slice(0, LONGEST_TARGET);
  return { app: 'userservice', method, target: asked, headers: {}, body: null };
}

const plainValue = (random: Random): string =>
  random.oneIn(2) ? anyName(random) : anyText(random);
