import type { Random } from '../random.js';
import type { Takeover } from '../takeover/takeover.js';
import { apiRequest, type FuzzRequest } from './api-requests.js';
import type { Operation } from './grammar.js';
import { HARD_TEXTS, type HardTexts } from './hard-texts.js';
import { presenceRequest } from './presence-requests.js';
import { userserviceRequest } from './userservice-requests.js';

export interface Material {
  readonly takeover: Takeover;
  readonly operations: readonly Operation[];
  readonly secret: string;
  readonly hasUserservice: boolean;
}

export interface Generated {
  /** what made it */
  readonly generator: string;
  readonly request: FuzzRequest;
}

const HARD = Object.keys(HARD_TEXTS) as HardTexts[];

/** Half of the requests are plain ones, most of the others have texts of one kind. */
export function generate(material: Material, random: Random): Generated {
  if (random.oneIn(12))
    return { generator: 'take-over', request: material.takeover.request(random) };
  const hard = random.oneIn(2) ? null : random.pick(HARD);
  const { operations, secret, hasUserservice, takeover } = material;
  const request =
    hasUserservice && random.oneIn(6)
      ? userserviceRequest(secret, random, hard)
      : random.oneIn(20)
        ? presenceRequest(random, hard)
        : apiRequest(operations, takeover.authorizations, random, hard);
  return { generator: hard ?? `plain, ${request.app}`, request };
}
