import { memberFault } from '../shared/jid-faults.js';
import { invalidParameter } from '../shared/paging.js';
import type { OrderedList } from '../shared/paging.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import { GroupNotFound } from './errors.js';
import type { GroupMember } from './group.js';
import type {
  GroupDetails,
  GroupEntry,
  GroupList,
  GroupSelection,
  MemberSelection,
} from './group-list.js';

export interface GroupCriteria extends Omit<GroupSelection, 'member'> {
  /** a user name or JID */
  readonly member: string | null;
}

/** Groups and their people by page, in any order. Contract: extensions E1.2 */
export class GroupSearch {
  constructor(
    private readonly groups: GroupList,
    private readonly domain: ServiceDomain,
  ) {}

  /** @throws InvalidArgument for a member that can be nobody */
  find(criteria: GroupCriteria, details: GroupDetails): Promise<OrderedList<GroupEntry>> {
    return this.groups.select({ ...criteria, member: this.readMember(criteria.member) }, details);
  }

  /** @throws GroupNotFound */
  async people(group: string, selection: MemberSelection): Promise<OrderedList<GroupMember>> {
    const people = await this.groups.people(group, selection);
    if (people === null) throw new GroupNotFound(group);
    return people;
  }

  private readMember(text: string | null): GroupSelection['member'] {
    if (text === null || text === '') return text;
    const jid = this.domain.parseMember(text, 'query');
    if (jid === null) throw invalidParameter('member', text, memberFault(text));
    return jid;
  }
}
