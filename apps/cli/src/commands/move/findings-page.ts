import type { Finding } from '@chat-admin/moving/target/finding';

const LEVELS = [
  ['fault', 'Stands in the way'],
  ['warning', 'To think about'],
  ['fact', 'Found'],
] as const;

/** What matters most stands first. */
export function page(findings: readonly Finding[]): readonly string[] {
  return LEVELS.flatMap(([level, title]) => {
    const texts = findings.filter((one) => one.level === level).map(({ text }) => `   ${text}`);
    return texts.length === 0 ? [] : [`${title}:`, ...texts];
  });
}
