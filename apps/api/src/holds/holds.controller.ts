import {
  countedHoldDoc,
  holdDraftDoc,
  holdPatchDoc,
  holdsDoc,
} from '@chat-admin/codecs/holds/hold.doc';
import type { Principal } from '@chat-admin/domain/access/principal';
import { isHoldId } from '@chat-admin/domain/holds/hold';
import type { CountedHold, Hold, HoldDraft, HoldPatch } from '@chat-admin/domain/holds/hold';
import { HoldManagement } from '@chat-admin/domain/holds/hold-management';
import type { Place } from '@chat-admin/domain/shared/ordered-array';
import { Body, Controller, Get, Param } from '@nestjs/common';
import { Caller } from '../access/caller.js';
import { API_ROOT } from '../http/api-root.js';
import { body, mergePatch, recognized } from '../http/bodies.js';
import { Delete, Patch, Post } from '../http/changing-routes.js';
import {
  About,
  Accepts,
  Audited,
  Changes,
  Lists,
  Operation,
  Refuses,
  Replies,
  Tagged,
} from '../http/endpoint.js';
import { aList, guardedDocument } from '../http/guarded.js';
import type { Guarded } from '../http/guarded.js';
import { listed, Listing, listOf, ListRequest } from '../http/lists.js';
import { created, document } from '../http/replies.js';
import type { ReplyWriter } from '../http/replies.js';

/** Its tag does not change by what goes meanwhile. Contract: extensions E2 */
const theDocument: ReplyWriter<CountedHold> = {
  ...document(countedHoldDoc),
  settled: (hold) => ({ ...hold, kept: 0 }),
};

const theHold: Guarded = async ({ holds }, { id = '' }) => {
  const locked = isHoldId(id) ? await holds.lock(id) : null;
  return guardedDocument(theDocument, locked && { ...locked, kept: 0 });
};

/** Contract: extensions E1.2 */
const holdList = listOf(holdsDoc, { sorts: { id: 'text' }, filters: {}, others: [] });

const placeOf = ({ id }: Hold): Place => [Number(id), id];

/** Contract: extensions E18.2 */
@Controller(`${API_ROOT}/holds`)
@About('holds')
export class HoldsController {
  constructor(private readonly holds: HoldManagement) {}

  @Get()
  @Operation('listHolds', 'Lists what must not be lost, and who has decided so')
  @Lists(holdList)
  @Replies(listed(holdsDoc, holdList))
  async list(@Listing() asked: ListRequest) {
    return asked.answerAll(await this.holds.list(), placeOf);
  }

  @Get(':id')
  @Operation('getHold', 'Reads a hold, and counts the copies that it keeps')
  @Refuses('hold-not-found')
  @Tagged()
  @Replies(theDocument)
  find(@Param('id') id: string) {
    return this.holds.get(id);
  }

  @Post()
  @Operation('createHold', 'Keeps messages of people or rooms, whatever removes them')
  @Refuses('removal-under-way', 'too-many-holds')
  @Accepts(recognized(body(holdDraftDoc)))
  @Replies(created(theDocument, ({ id }) => ['holds', id]))
  @Changes(aList)
  @Audited('hold')
  create(@Body() draft: HoldDraft | null, @Caller() caller: Principal) {
    return this.holds.create(draft ?? {}, caller);
  }

  @Patch(':id')
  @Operation('patchHold', 'Renames a hold, or has it cover more')
  @Refuses('hold-not-found', 'hold-released', 'removal-under-way')
  @Tagged()
  @Accepts(mergePatch(holdPatchDoc))
  @Replies(theDocument)
  @Changes(theHold)
  @Audited('hold')
  patch(@Body() patch: HoldPatch, @Param('id') id: string) {
    return this.holds.patch(id, patch);
  }

  @Delete(':id')
  @Operation('releaseHold', 'Releases a hold; where two have to agree, the first one asks for it')
  @Refuses('another-person-needed', 'hold-not-found', 'hold-released')
  @Replies(theDocument)
  @Changes(theHold)
  @Audited('hold')
  release(@Param('id') id: string, @Caller() caller: Principal) {
    return this.holds.release(id, caller);
  }
}
