import { choosable, Chosen, isUsual } from '../http/chosen-documents.js';
import { issuedKeyDoc, keyDraftDoc, keysDoc } from '@chat-admin/codecs/access/key.doc';
import type { ApiKey, KeyDraft } from '@chat-admin/domain/access/api-key';
import { KeyManagement } from '@chat-admin/domain/access/key-management';
import type { Principal } from '@chat-admin/domain/access/principal';
import type { Place } from '@chat-admin/domain/shared/ordered-array';
import { Body, Controller, Get, Param, Query } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { body, mergePatch, recognized } from '../http/bodies.js';
import { Delete, Patch, Post } from '../http/changing-routes.js';
import {
  Chooses,
  About,
  Accepts,
  AlsoNeeds,
  Audited,
  Operation,
  Queries,
  Refuses,
  Replies,
  Succeeds,
  Tagged,
  Changes,
  Lists,
  HandsOutSecret,
  WithoutDryRun,
} from '../http/endpoint.js';
import { theKey } from './guarded-key.js';
import { aList } from '../http/guarded.js';
import { readQuery } from '../http/queries.js';
import type { Query as RawQuery } from '../http/query-string.js';
import { listed, Listing, listOf, ListRequest } from '../http/lists.js';
import { created, document } from '../http/replies.js';
import { Caller } from './caller.js';
import { keyDocument } from './key-document.js';
import { KeyRotationQuery } from './key-rotation.query.js';

const sentName = (sent: KeyDraft | null) => sent?.name ?? null;

const issued = document(issuedKeyDoc);

/** Contract: extensions E1.2 */
const keyList = listOf(keysDoc, {
  sortsByKey: true,
  sorts: { name: 'text', created: 'time', lastUsed: 'time' },
  filters: {},
  others: [],
});

function placeOf({ name, created, lastUsed }: ApiKey, sort: string): Place {
  if (sort === 'created') return [microseconds(created), name];
  if (sort === 'lastUsed') return [microseconds(lastUsed), name];
  return [sort === 'name' ? name.toLowerCase() : name, name];
}

/** What has no time comes first. */
const microseconds = (time: Date | null) => (time?.getTime() ?? 0) * 1000;

const keyFields = keyList.fields!;

const SCOPES_OF_KEY = { says: 'each scope that the key has, before or after' };

/** Contract: extensions E5.3 */
@Controller(`${API_ROOT}/keys`)
@About('keys')
export class KeysController {
  constructor(private readonly keys: KeyManagement) {}

  @Get()
  @Operation('listKeys', 'Lists keys')
  @Lists(keyList)
  @Replies(listed(keysDoc, keyList))
  async list(@Listing() asked: ListRequest) {
    return asked.answerAll(await this.keys.list(), placeOf);
  }

  @Get(':id')
  @Operation('getKey', 'Reads a key')
  @Refuses('key-not-found')
  @Tagged(isUsual)
  @Chooses(keyFields)
  @Replies(choosable(keyDocument, keyFields))
  async find(@Param('id') id: string, @Chosen() fields: readonly string[] | null) {
    return { fields, document: await this.keys.get(id) };
  }

  @Post()
  @Operation('createKey', 'Creates a key; its token is shown once')
  @AlsoNeeds(SCOPES_OF_KEY)
  @Refuses('key-already-exists', 'key-too-strong', 'too-many-keys')
  @Accepts(recognized(body(keyDraftDoc)))
  @Replies(created(issued, ({ id }) => ['keys', id!]))
  @Changes(aList)
  @WithoutDryRun()
  @HandsOutSecret()
  @Audited('key', sentName)
  create(@Body() draft: KeyDraft | null, @Caller() maker: Principal) {
    return this.keys.create(draft ?? {}, maker);
  }

  @Patch(':id')
  @Operation('patchKey', 'Changes some fields of a key')
  @AlsoNeeds(SCOPES_OF_KEY)
  @Refuses('key-already-exists', 'key-not-found', 'key-too-strong')
  @Tagged()
  @Accepts(mergePatch(keyDraftDoc))
  @Replies(keyDocument)
  @Changes(theKey)
  @WithoutDryRun()
  @Audited('key')
  patch(@Body() patch: KeyDraft, @Param('id') id: string, @Caller() maker: Principal) {
    return this.keys.patch(id, patch, maker);
  }

  @Post(':id/rotate')
  @Succeeds(200)
  @Operation('rotateKey', 'Gives a key another secret, which is shown once')
  @AlsoNeeds(SCOPES_OF_KEY)
  @Refuses('key-not-found', 'key-too-strong')
  @Queries('overlap')
  @Replies(issued)
  @Changes(theKey)
  @WithoutDryRun()
  @HandsOutSecret()
  @Audited('rotated key')
  rotate(@Param('id') id: string, @Query() query: RawQuery, @Caller() maker: Principal) {
    return this.keys.rotate(id, readQuery(KeyRotationQuery, query).overlap, maker);
  }

  @Delete(':id')
  @Operation('deleteKey', 'Revokes a key')
  @AlsoNeeds(SCOPES_OF_KEY)
  @Refuses('key-not-found')
  @Changes(theKey)
  @WithoutDryRun()
  @Audited('key')
  remove(@Param('id') id: string, @Caller() maker: Principal) {
    return this.keys.revoke(id, maker);
  }
}
