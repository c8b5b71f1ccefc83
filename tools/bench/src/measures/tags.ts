import { EVERYTHING } from '@chat-admin/domain/shared/scopes';
import { WrittenDocument } from '@chat-admin/api/http/written-document';
import { document, taggedList } from '@chat-admin/api/http/replies';
import type { ReplyWriter } from '@chat-admin/api/http/replies';
import { rosterDoc } from '@chat-admin/codecs/users/roster.doc';
import { userDoc } from '@chat-admin/codecs/users/user.doc';
import { entityTag } from '@chat-admin/server/edge/entity-tags';
import type { Figure } from '../figures.js';
import { alternate } from '../rounds.js';
import type { Settings } from '../settings.js';

const CONTACTS = 200;
const TAGS = 20_000;
const OPTIONS = { dates: 'iso', names: 'new', scopes: EVERYTHING } as const;

const user = {
  ...{ username: 'ola', name: 'Ola Nordmann', email: 'ola@example.org' },
  properties: Array.from({ length: 5 }, (_, index) => ({ key: `key${index}`, value: 'a value' })),
};
const items = Array.from({ length: CONTACTS }, (_, index) => ({
  ...{ jid: `contact${index}@example.org`, nickname: `Contact ${index}`, subscription: 3 },
  groups: ['Friends'],
}));

/** What a tag costs beyond the document, in this process. Contract: extensions E2 */
export async function measureTags(settings: Settings): Promise<Figure[]> {
  const ofUser = document(userDoc) as ReplyWriter<never>;
  const ofRoster = taggedList(rosterDoc) as ReplyWriter<never>;
  const times = await alternate(
    {
      userJson: cpuOfTags(ofUser, user, 'json', TAGS),
      userXml: cpuOfTags(ofUser, user, 'xml', TAGS),
      rosterJson: cpuOfTags(ofRoster, { items }, 'json', TAGS / CONTACTS),
      rosterXml: cpuOfTags(ofRoster, { items }, 'xml', TAGS / CONTACTS),
    },
    settings.rounds,
  );
  const line = (what: string, values: readonly number[]): Figure => ({
    ...{ goal: '', what: `tag of ${what}: CPU`, values, unit: 'µs' },
  });
  return [
    { ...line('a user, JSON', times.userJson), goal: 'E2', atMost: 10 },
    { ...line('a user, XML', times.userXml), goal: 'E2', atMost: 10 },
    line(`a roster of ${CONTACTS}, JSON`, times.rosterJson),
    line(`a roster of ${CONTACTS}, XML`, times.rosterXml),
  ];
}

/** Microseconds of one tag; the body is written before. */
function cpuOfTags(
  writer: ReplyWriter<never>,
  result: object,
  format: 'json' | 'xml',
  count: number,
): () => Promise<number> {
  const representation = { format, label: `application/${format}` } as const;
  return () => {
    const documents = Array.from({ length: count }, () => {
      const written = new WrittenDocument(writer, result as never, representation, OPTIONS);
      written.body();
      return written;
    });
    const before = process.cpuUsage();
    for (const written of documents) {
      const { canonical, sent } = written.digests();
      entityTag(canonical, sent, false);
    }
    const { user: own, system } = process.cpuUsage(before);
    return Promise.resolve((own + system) / count);
  };
}
