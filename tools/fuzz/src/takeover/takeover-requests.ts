import type { Random } from '../random.js';
import type { FuzzRequest } from '../requests/api-requests.js';
import type { Maker } from './makers.js';

/** Few events are of the last ones, so that not all of a run is sent to receivers. */
const TYPES = [
  ...['webhook.disabled', 'key.*', 'lockout.*', 'service.created', 'room.deleted', 'user.renamed'],
  ...['group.deleted', 'session.closed', 'message.sent', 'job.finished', 'property.deleted', '*'],
];

/** Of those that each batch begins with, and some that requests have made. */
const IDS = 40;

/** One of the makers makes a webhook, or does to any of them what its route lets it do. */
export function takeoverRequest(
  { root, makers, receiver }: TakeoverMaterial,
  random: Random,
): FuzzRequest {
  const maker = random.pick(makers);
  const id = 1 + random.below(IDS);
  const { method, path, body } = callOf(id, `${receiver}/${maker.label}`, random);
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  return {
    app: 'api',
    method,
    target: `${root}/webhooks${path}`,
    headers: {
      authorization: maker.authorization,
      ...(body === null ? {} : { 'content-type': type }),
    },
    body: body === null ? null : Buffer.from(JSON.stringify(body)),
  };
}

export interface TakeoverMaterial {
  /** path of the routes of the API */
  readonly root: string;
  readonly makers: readonly Maker[];
  /** what is sent to `<receiver>/<label>` its maker has read */
  readonly receiver: string;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: object | null;
}

/** @param url of the one that asks, which it also gives where it sends types: what goes there is its own affair */
function callOf(id: number, url: string, random: Random): Call {
  const types = [...new Set([random.pick(TYPES), random.pick(TYPES)])];
  const post = (path: string): Call => ({ method: 'POST', path, body: null });
  switch (random.below(8)) {
    case 0:
      return { method: 'POST', path: '', body: { url, types } };
    case 1:
      return post(`/${id}/rotate?overlap=${random.pick([0, 60])}`);
    case 2:
      return post(`/${id}/replay?after=0`);
    case 3:
      return random.oneIn(3)
        ? { method: 'DELETE', path: `/${id}`, body: null }
        : post(`/${id}/test`);
    case 4:
      return {
        method: 'PATCH',
        path: `/${id}`,
        body: { status: random.pick(['disabled', 'active']) },
      };
    case 5:
      return { method: 'PATCH', path: `/${id}`, body: { description: 'mine' } };
    case 6:
      return { method: 'PATCH', path: `/${id}`, body: { url } };
    default:
      return { method: 'PATCH', path: `/${id}`, body: { url, types } };
  }
}
