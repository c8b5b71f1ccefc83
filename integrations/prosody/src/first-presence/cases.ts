/** A person's contacts: their own, or people of shared groups. */
export interface Contact {
  readonly username: string;
  /** names of the groups in which the contact is shown */
  readonly groups: readonly string[];
}

/** A person who logs in. */
export interface Case {
  readonly name: string;
  readonly username: string;
  /** stored contacts, without those from groups */
  readonly roster: readonly string[];
  /** other people of shared groups, by name of the group */
  readonly groups: ReadonlyMap<string, readonly string[]>;
}

const POOL = 3_000;

/** Names of everyone the person sees. */
export const PEOPLE: readonly string[] = Array.from({ length: POOL }, (_, index) => `p${index}`);

export const CASES: readonly Case[] = [
  ofRoster(20),
  ofRoster(200),
  ofRoster(2_000),
  ofGroups('a group of 1,000', 1, 999),
  ofGroups('300 groups of 20', 300, 19),
];

function ofRoster(amount: number): Case {
  const name = `${amount.toLocaleString('en')} contacts`;
  return {
    name,
    username: `with-${amount}`,
    roster: PEOPLE.slice(0, amount),
    groups: new Map(),
  };
}

/** @param size other people in each group; with many groups they overlap */
function ofGroups(name: string, amount: number, size: number): Case {
  const groups = Array.from({ length: amount }, (_, group) => {
    const people = Array.from({ length: size }, (_, at) => PEOPLE[(group * size + at) % POOL]!);
    return [`${amount}-${group}`, people] as const;
  });
  return { name, username: `in-${amount}`, roster: [], groups: new Map(groups) };
}

/** The roster as its owner sees it. */
export function contactsOf({ roster, groups }: Case): Contact[] {
  const names = new Map(roster.map((username) => [username, [] as string[]]));
  for (const [group, people] of groups) {
    for (const username of people) {
      names.set(username, [...(names.get(username) ?? []), group]);
    }
  }
  return [...names].map(([username, shown]) => ({ username, groups: shown }));
}
