import { AFFILIATIONS } from '@chat-admin/domain/muc/affiliations/affiliations';
import { DomainError } from '@chat-admin/domain/shared/domain-error';
import { parseJid } from '@chat-admin/domain/shared/jid';
import type { Transactions } from '@chat-admin/domain/shared/transactions';
import type { UseCases } from '@chat-admin/domain/use-cases';
import { withUseCases } from '../../database/use-cases.js';
import { COMMAND_LINE } from '../../database/command-audit.js';
import { failureOf, UnusableWord } from '../../outcome/failures.js';
import { report } from '../../program/action.js';
import type { Action } from '../../program/action.js';
import { newPassword } from '../../words/password.js';
import type { PasswordOptions } from '../../words/password.js';
import { readSavedPerson } from './saved-person.js';
import type { SavedPerson } from './saved-person.js';

export interface RestoreOptions extends Omit<PasswordOptions, 'username'> {
  readonly file: string;
}

/** All of it is one transaction; what is no longer possible, such as a room that has gone, is left out and named. */
export const restorePerson: Action<RestoreOptions> = async (options, terminal) => {
  const { file } = options;
  const saved = await readSavedPerson(file);
  const { username } = saved.user;
  const { password, generated } = await newPassword({ ...options, username }, terminal);
  const described = { command: `person restore ${username}`, object: `/users/${username}` };
  return withUseCases(terminal, described, async (useCases, { transactions, domain }) => {
    if (saved.domain !== domain.name) {
      throw new UnusableWord(
        `${file} is of ${saved.domain}: the accounts here are of ${domain.name}`,
      );
    }
    const leftOut = await transactions.run(async () => {
      const { role, ...user } = saved.user;
      await useCases.users.create({ ...user, password });
      return new Restoration(saved, useCases, transactions).carryOut(role);
    });
    const shown = { username, leftOut, ...(generated && { password }) };
    report(terminal, options, shown, [
      `${username} is restored: account, contacts, vCard, groups, rooms and lockout`,
      ...(generated ? [`Password: ${password}`] : []),
      ...leftOut.map((line) => `left out: ${line}`),
    ]);
  });
};

/** What belongs to an account that was made again. */
class Restoration {
  private readonly leftOut: string[] = [];

  constructor(
    private readonly saved: SavedPerson,
    private readonly useCases: UseCases,
    private readonly transactions: Transactions,
  ) {}

  /** @returns what is left out, and why */
  async carryOut(role: string | undefined): Promise<readonly string[]> {
    const { user, lockout, groups, affiliations, contacts, vcard } = this.saved;
    const { username } = user;
    const { lockouts, groupMembers, rosters, vcards } = this.useCases;
    for (const { name, role: of } of groups) {
      await this.part(`group ${name}`, () => groupMembers.put(name, username, { role: of }));
    }
    for (const one of affiliations) {
      await this.part(`room ${one.room}`, () => this.affiliate(one));
    }
    for (const { nickname, ...contact } of contacts) {
      const draft = { ...contact, ...(nickname !== null && { nickname }) };
      await this.part(`contact ${contact.jid}`, () => rosters.add(username, draft));
    }
    if (vcard !== null) {
      await this.part('vCard', () => vcards.put(username, () => Promise.resolve(vcard)));
    }
    if (lockout !== null) {
      const moment = (text: string | undefined) => (text === undefined ? null : new Date(text));
      const { reason = null, from, until } = lockout;
      const draft = { reason, from: moment(from), until: moment(until) };
      await this.part('lockout', () => lockouts.put(username, draft, COMMAND_LINE));
    }
    if (role !== undefined) this.leftOut.push(`role ${role}: give it with "admin grant"`);
    return this.leftOut;
  }

  private async affiliate({ room, affiliation }: SavedPerson['affiliations'][number]) {
    const jid = parseJid(room);
    const known = AFFILIATIONS.find((one) => one === affiliation);
    const end = `.${this.saved.domain}`;
    if (!jid?.local || !jid.domain.endsWith(end) || known === undefined) {
      throw new UnusableWord(`${room} is no room here`);
    }
    const path = { service: jid.domain.slice(0, -end.length), room: jid.local, affiliation: known };
    await this.useCases.affiliations.add(path, this.saved.user.username, false);
  }

  /** Is undone alone. */
  private async part(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await this.transactions.part(work, true);
    } catch (error) {
      if (!(error instanceof DomainError || error instanceof UnusableWord)) throw error;
      this.leftOut.push(`${what}: ${(await failureOf(error)).message}`);
    }
  }
}
