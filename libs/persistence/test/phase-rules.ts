/** What would end or stall programs that run while a migration is applied. */
const NOT_IN_EXPAND: readonly (readonly [pattern: RegExp, fault: string])[] = [
  [/\bdrop\s+(?!default\b|not\s+null\b|expression\b)/i, 'drops something'],
  [/\brename\s+(?:\w+\s+){0,2}to\b/i, 'renames something'],
  [/\bset\s+not\s+null\b/i, 'makes a column not null'],
  [/\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/i, 'changes a type'],
  [/\bcreate\s+(unique\s+)?index\s+concurrently\b/i, 'builds an index without buildIndex'],
];

/** The name in `schema_migration`. */
export function nameOfMigration(file: string, text: string): string {
  const name = /readonly name = '(\w+)'/.exec(text)?.[1];
  if (name === undefined) throw new Error(`${file} has no name`);
  return name;
}

/**
 * Faults of the text of a migration against its phase.
 * @param released names of the migrations of former releases
 */
export function phaseFaults(text: string, released: readonly string[]): readonly string[] {
  const phase = /readonly phase(?:: Phase)? = (.*?);/.exec(text)?.[1];
  if (phase === undefined) return ['states no phase'];
  const sql = text.replace(/\/\*[^]*?\*\/|\/\/.*|--.*/g, '');
  const faults: string[] = [];
  if (/\bbuildIndex\(/.test(sql) !== /readonly transaction = false/.test(sql)) {
    faults.push('builds an index concurrently with "transaction = false", and nothing else so');
  }
  if (phase !== `'expand'`) {
    const since = /^\{ since: '(\w+)' \}$/.exec(phase)?.[1];
    if (since === undefined || !released.includes(since)) {
      faults.push('takes away what no release has stopped to use');
    }
    return faults;
  }
  for (const [pattern, fault] of NOT_IN_EXPAND) if (pattern.test(sql)) faults.push(fault);
  const added = [...sql.matchAll(/\badd\s+(?:column\s+)?(\w+)/gi)].map(([, column]) => column!);
  for (const [, column] of sql.matchAll(/\balter\s+(?:column\s+)?(\w+)\s+set\s+default\b/gi)) {
    if (!added.includes(column!)) faults.push('changes a default');
  }
  const made = [...sql.matchAll(/\bcreate\s+table\s+(\w+)/gi)].map(([, table]) => table!);
  const few = /readonly changesFew = \[(.*?)\]/.exec(text)?.[1] ?? '';
  const mayChange = [...made, ...[...few.matchAll(/'(\w+)'/g)].map(([, table]) => table!)];
  for (const [, table] of sql.matchAll(
    /(?<!\b(?:on|for|key)\s+)\b(?:update|delete\s+from|insert\s+into|truncate(?:\s+table)?)\s+(\w+)/gi,
  )) {
    if (!mayChange.includes(table!))
      faults.push(`changes rows of ${table}: a job after the start does that`);
  }
  // whoever holds a lock on one while it waits for another may keep out, or be ended with, who does the opposite
  const altered = [...sql.matchAll(/\balter\s+table\s+([\w${]+)/gi)].map(([, table]) => table!);
  if (new Set(altered.filter((table) => !made.includes(table))).size > 1) {
    faults.push('changes several tables: a migration each');
  }
  if (altered.some((table) => table.startsWith('$')))
    faults.push('changes a table without its name');
  for (const [statement, table] of sql.matchAll(/\balter\s+table\s+(\w+)([^;`]*)/gi)) {
    if (made.includes(table!)) continue;
    if (
      /\badd\s+(column\s+)?\w+[^,]*\bnot\s+null\b(?![^,]*\bdefault\b)(?<!\bdefault\b[^,]*)/i.test(
        statement,
      )
    ) {
      faults.push(`adds a column without default to ${table}`);
    }
    if (/(?<!\bset\s+)\bdefault\s+[a-z_]+\s*\(/i.test(statement)) {
      faults.push(`adds a column with a computed default to ${table}`);
    }
    if (/\b(primary\s+key|unique)\b/i.test(statement)) faults.push(`adds a key to ${table}`);
    if (/\b(check|references)\b/i.test(statement) && !/\bnot\s+valid\b/i.test(statement)) {
      faults.push(`adds a constraint to ${table} without "not valid"`);
    }
  }
  for (const [, table] of sql.matchAll(/\bcreate\s+(?:unique\s+)?index\s+\w+\s+on\s+(\w+)/gi)) {
    if (!made.includes(table!)) faults.push(`builds an index while nobody may write to ${table}`);
  }
  return faults;
}
