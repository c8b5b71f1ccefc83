import type { GroupManagement } from '../groups/group-management.js';
import type { GroupMemberManagement } from '../groups/group-member-management.js';
import type { GroupRepository } from '../groups/group-repository.js';
import { setBy } from '../shared/patch.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import { actionOf, objectAt, successOf } from './job-line.js';
import type {
  GroupLine,
  LineContext,
  LinePlanner,
  MembershipLine,
  PlannedLine,
  Success,
} from './job-line.js';

/** Lines that create, change and delete groups. Contract: extensions E7.1 */
export class GroupLines implements LinePlanner<GroupLine> {
  constructor(
    private readonly groups: GroupManagement,
    private readonly repository: GroupRepository,
  ) {}

  plan(draft: GroupLine, context: LineContext): PlannedLine {
    const name = draft.name ?? '';
    const action = actionOf(draft);
    return {
      object: name === '' ? null : objectAt('groups', name),
      named: ['groups', name],
      run: async () => {
        if (action === 'add') return this.add(name, draft, context);
        await this.groups.remove(name);
        return 'removed';
      },
    };
  }

  private async add(name: string, draft: GroupLine, context: LineContext): Promise<Success> {
    const { onExisting } = context.options;
    const { name: _name, action: _action, ...fields } = draft;
    if (onExisting !== 'fail' && (await this.repository.lockExisting([name])).has(name)) {
      if (onExisting === 'skip') return 'unchanged';
      return successOf((await this.groups.patch(name, fields)).changes);
    }
    await this.groups.create({ ...setBy(fields), name });
    return 'created';
  }
}

/** Lines that add people to groups, or remove them. Contract: extensions E7.1, E1.3 */
export class MembershipLines implements LinePlanner<MembershipLine> {
  constructor(
    private readonly members: GroupMemberManagement,
    private readonly domain: ServiceDomain,
  ) {}

  plan(draft: MembershipLine): PlannedLine {
    const group = draft.group ?? '';
    const jid = (draft.jid ?? '').trim();
    const action = actionOf(draft);
    return {
      object: group === '' ? null : objectAt('groups', group),
      named: ['groups', group],
      mentioned: [jid],
      member: () => {
        const whom = action === 'add' ? this.domain.parseMember(jid, 'query') : null;
        const user = whom && this.domain.usernameOf(whom);
        return user && { sent: jid, user };
      },
      run: async () => {
        if (action === 'remove') {
          await this.members.remove(group, jid);
          return 'removed';
        }
        const { changes } = await this.members.put(group, jid, { role: draft.role || undefined });
        return successOf(changes);
      },
    };
  }
}
