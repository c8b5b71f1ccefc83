import { auditAnchorsDoc } from '@chat-admin/codecs/audit/audit-anchors.doc';
import { AuditSeals } from '@chat-admin/domain/audit/seals';
import { Controller, Get } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { About, Operation, Replies } from '../http/endpoint.js';
import { document } from '../http/replies.js';

const MOST_ANCHORS = 1_000;

/** Contract: extensions E22 */
@Controller(`${API_ROOT}/logs/security/anchors`)
@About('audit')
export class AuditAnchorsController {
  constructor(private readonly seals: AuditSeals) {}

  @Get()
  @Operation('listAuditAnchors', 'Shows how far the audit log is sealed, and its anchors')
  @Replies(document(auditAnchorsDoc))
  async list() {
    const { unsealedSeconds: _, ...state } = await this.seals.state();
    return { ...state, anchors: await this.seals.anchors(MOST_ANCHORS) };
  }
}
