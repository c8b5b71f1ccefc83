import { setTimeout as delay } from 'node:timers/promises';
import type { Service } from '../services.js';
import type { Parts } from './parts.js';

export interface Fault {
  readonly name: string;
  /** Breaks a part, and mends it. */
  strike(): Promise<void>;
}

/** Long enough for everything that waits to notice, and shorter than what clients wait for. */
const PAUSE_MS = 8_000;

/** `kill -9` and a pause of every part. The first instance of the API is left alone, so that its growth is seen. */
export function faultsOf(parts: Parts): Fault[] {
  const { postgres, prosody, api, userservice } = parts;
  return [
    kill(
      'Prosody',
      () => prosody.kill(),
      () => prosody.startAgain(),
    ),
    pause(
      'Prosody',
      async () => prosody.pause(),
      async () => prosody.resume(),
    ),
    kill(
      'PostgreSQL',
      () => postgres.kill(),
      () => postgres.startAgain(),
    ),
    pause(
      'PostgreSQL',
      () => postgres.pause(),
      () => postgres.resume(),
    ),
    kill(
      'Redis',
      () => parts.redis.kill(),
      () => parts.startRedis(),
    ),
    pause(
      'Redis',
      async () => parts.redis.pause(),
      async () => parts.redis.resume(),
    ),
    ...[...api.slice(1), userservice].flatMap(ofService),
  ];
}

function ofService(service: Service): Fault[] {
  return [
    kill(
      service.name,
      () => service.kill(),
      () => service.start(),
    ),
    pause(
      service.name,
      async () => service.signal('SIGSTOP'),
      async () => service.signal('SIGCONT'),
    ),
  ];
}

function kill(part: string, die: () => Promise<void>, startAgain: () => Promise<void>): Fault {
  return {
    name: `kill -9 of ${part}`,
    strike: async () => {
      await die();
      await startAgain();
    },
  };
}

function pause(part: string, stop: () => Promise<void>, go: () => Promise<void>): Fault {
  return {
    name: `pause of ${part}`,
    strike: async () => {
      await stop();
      await delay(PAUSE_MS).finally(go);
    },
  };
}
