// Compiled by `npm run typecheck`, never run: each comment marks an error that the compiler has to
// find.
import {
  boolean,
  date,
  doc,
  integer,
  internal,
  list,
  listDoc,
  text,
} from '@chat-admin/codecs/wire/schema';
import { body, rawXml } from '../../src/http/bodies.js';
import { Accepts, Audited, Replies } from '../../src/http/endpoint.js';
import { document, fixedText, storedXml, streamed } from '../../src/http/replies.js';

interface Session {
  readonly id: string;
  readonly priority: number;
  readonly since: Date | null;
  readonly addresses: readonly { readonly ip: string; readonly secure: boolean }[];
}

const addressDoc = doc('address', { ip: text, secure: boolean });
const fields = { id: text, priority: integer, since: date, addresses: list('address', addressDoc) };
const sessionDoc = doc('session', fields);
const sessionsDoc = listDoc('sessions', sessionDoc, { member: 'sessions' });

const withAnother = doc('session', { ...fields, node: text });
const withWrongType = doc('session', { ...fields, priority: text });
const withWrongItem = doc('session', {
  ...fields,
  addresses: list('address', doc('address', { ip: integer, secure: boolean })),
});
const withoutSince = doc('session', {
  id: text,
  priority: integer,
  addresses: list('address', addressDoc),
});
const withoutSecure = doc('session', {
  ...fields,
  addresses: list('address', doc('address', { ip: text })),
});
const hidingSince = doc('session', { ...fields, since: internal });
const many = (item: typeof withAnother) => listDoc('sessions', item, { member: 'sessions' });

declare const session: Session;
declare const batches: AsyncIterable<readonly Session[]>;

export class Replying {
  @Replies(document(sessionDoc))
  one() {
    return session;
  }

  @Replies(document(sessionDoc))
  later() {
    return Promise.resolve(session);
  }

  @Replies(document(sessionsDoc))
  all(): readonly Session[] {
    return [session];
  }

  @Replies(streamed(sessionsDoc))
  stream() {
    return { batches };
  }

  @Replies(document(hidingSince))
  hiding() {
    return session;
  }

  @Replies(storedXml)
  xml(): Promise<string | null> {
    return Promise.resolve(null);
  }

  @Replies(fixedText('text/plain'))
  text() {
    return 'fixed';
  }

  // @ts-expect-error the value has no node
  @Replies(document(withAnother))
  lacking() {
    return session;
  }

  // @ts-expect-error the entries have no node
  @Replies(document(many(withAnother)))
  lackingInEntries() {
    return [session];
  }

  // @ts-expect-error the streamed entries have no node
  @Replies(streamed(many(withAnother)))
  lackingInBatches() {
    return { batches };
  }

  // @ts-expect-error the priority is a number
  @Replies(document(withWrongType))
  mistyped() {
    return session;
  }

  // @ts-expect-error the address of an entry is a text
  @Replies(document(withWrongItem))
  mistypedBelow() {
    return session;
  }

  // @ts-expect-error the document does not show since when
  @Replies(document(withoutSince))
  unshown() {
    return session;
  }

  // @ts-expect-error the document does not show whether an address is secure
  @Replies(document(withoutSecure))
  unshownBelow() {
    return session;
  }

  // @ts-expect-error the document does not show since when
  @Replies(streamed(listDoc('sessions', withoutSince, { member: 'sessions' })))
  unshownInBatches() {
    return { batches };
  }

  // @ts-expect-error a document cannot be nothing
  @Replies(document(sessionDoc))
  nothing(): Session | null {
    return null;
  }

  // @ts-expect-error a list is streamed from batches
  @Replies(streamed(sessionsDoc))
  notBatched() {
    return [session];
  }

  // @ts-expect-error stored XML is text
  @Replies(storedXml)
  noXml() {
    return 1;
  }

  // @ts-expect-error a fixed text is a text
  @Replies(fixedText('text/plain'))
  noText(): string | null {
    return null;
  }
}

interface Draft {
  readonly id?: string | undefined;
  readonly priority?: number | undefined;
  readonly since?: Date | undefined;
  readonly addresses?:
    | readonly { readonly ip?: string | undefined; readonly secure?: boolean | undefined }[]
    | undefined;
}

export class Accepting {
  @Accepts(body(sessionDoc))
  @Audited('session', (draft: Draft | null) => draft?.id ?? null)
  put(_draft: Draft | null, _name: string) {}

  @Accepts(rawXml)
  raw(_bytes: Uint8Array) {}

  @Accepts(body(hidingSince))
  hiding(_draft: Omit<Draft, 'since'> | null) {}

  // @ts-expect-error the document does not read a node
  @Accepts(body(sessionDoc))
  unread(_draft: (Draft & { readonly node?: string }) | null) {}

  // @ts-expect-error the method does not take the node that the document reads
  @Accepts(body(withAnother))
  untaken(_draft: Draft | null) {}

  // @ts-expect-error the method does not take what the document reads of an address
  @Accepts(body(sessionDoc))
  untakenBelow(
    _draft:
      | (Omit<Draft, 'addresses'> & {
          readonly addresses?: readonly { readonly ip?: string | undefined }[] | undefined;
        })
      | null,
  ) {}

  // @ts-expect-error the document reads the priority as text
  @Accepts(body(withWrongType))
  mistyped(_draft: Draft | null) {}

  // @ts-expect-error every field of a document may be missing
  @Accepts(body(sessionDoc))
  required(_draft: Required<Draft> | null) {}

  // @ts-expect-error there may be no object
  @Accepts(body(sessionDoc))
  object(_draft: Draft) {}

  // @ts-expect-error the body is the first parameter
  @Accepts(body(sessionDoc))
  second(_name: string, _draft: Draft | null) {}

  // @ts-expect-error the name of the entry is taken from another body
  @Audited('session', (draft: { readonly node: string } | null) => draft?.node ?? null)
  audited(_draft: Draft | null) {}
}
