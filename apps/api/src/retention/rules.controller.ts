import {
  countedRuleDoc,
  retentionDraftDoc,
  retentionPatchDoc,
  retentionRulesDoc,
} from '@chat-admin/codecs/retention/retention.doc';
import type { Principal } from '@chat-admin/domain/access/principal';
import { RetentionManagement } from '@chat-admin/domain/retention/retention-management';
import { isRuleId, RETENTION_KINDS } from '@chat-admin/domain/retention/retention-rule';
import type {
  CountedRule,
  RetentionDraft,
  RetentionRule,
} from '@chat-admin/domain/retention/retention-rule';
import type { Place } from '@chat-admin/domain/shared/ordered-array';
import { Body, Controller, Get, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
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

/** Its tag does not change by what would go. Contract: extensions E2 */
const theDocument: ReplyWriter<CountedRule> = {
  ...document(countedRuleDoc),
  settled: (rule) => ({ ...rule, due: 0 }),
};

const theRule: Guarded = async ({ retention }, { id = '' }) => {
  if (RETENTION_KINDS.some((kind) => kind === id)) return 'untagged';
  const locked = isRuleId(id) ? await retention.lock(id) : null;
  return guardedDocument(theDocument, locked && { ...locked.rule, due: 0 });
};

/** Contract: extensions E1.2 */
const ruleList = listOf(retentionRulesDoc, { sorts: { id: 'text' }, filters: {}, others: [] });

/** The defaults come first. */
const placeOf = ({ id }: RetentionRule): Place => [isRuleId(id) ? Number(id) : 0, id];

/** Contract: extensions E18.1 */
@Controller(`${API_ROOT}/retention`)
@About('retention')
export class RulesController {
  constructor(private readonly rules: RetentionManagement) {}

  @Get()
  @Operation('listRetentionRules', 'Lists how long messages are kept')
  @Lists(ruleList)
  @Replies(listed(retentionRulesDoc, ruleList))
  async list(@Listing() asked: ListRequest) {
    return asked.answerAll(await this.rules.list(), placeOf);
  }

  @Get(':id')
  @Operation('getRetentionRule', 'Reads a rule, and counts the messages that would go by it')
  @Refuses('retention-rule-not-found')
  @Tagged()
  @Replies(theDocument)
  find(@Param('id') id: string) {
    return this.rules.get(id);
  }

  @Post()
  @Operation('createRetentionRule', 'Keeps messages of a user, a group or a room for other days')
  @Refuses(
    'group-not-found',
    'retention-rule-already-exists',
    'room-not-found',
    'too-many-retention-rules',
    'user-not-found',
  )
  @Accepts(recognized(body(retentionDraftDoc)))
  @Replies(created(theDocument, ({ id }) => ['retention', id!]))
  @Changes(aList)
  @Audited('retention rule')
  async create(
    @Body() draft: RetentionDraft | null,
    @Caller() maker: Principal,
    @Req() request: FastifyRequest,
  ) {
    return this.told(await this.rules.create(draft ?? {}, maker), request);
  }

  @Patch(':id')
  @Operation('patchRetentionRule', 'Changes the days of a rule')
  @Refuses('default-retention-rule', 'retention-rule-not-found')
  @Tagged()
  @Accepts(mergePatch(retentionPatchDoc))
  @Replies(theDocument)
  @Changes(theRule)
  @Audited('retention rule')
  async patch(
    @Body() patch: Pick<RetentionDraft, 'days'>,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ) {
    return this.told(await this.rules.patch(id, patch), request);
  }

  @Delete(':id')
  @Operation('deleteRetentionRule', 'Deletes a rule; what it keeps stays for a day')
  @Refuses('default-retention-rule', 'retention-rule-not-found')
  @Changes(theRule)
  @Audited('retention rule')
  remove(@Param('id') id: string) {
    return this.rules.remove(id);
  }

  /** A change that is made does not hold its locks while messages are counted. */
  private async told(rule: RetentionRule, { wire }: FastifyRequest): Promise<CountedRule> {
    return wire.isDryRun ? this.rules.get(rule.id) : { ...rule, due: null };
  }
}
