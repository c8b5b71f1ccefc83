import type { QueryRunner } from 'typeorm';
import { buildIndex } from './build-index.js';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

const between = `|| e'\\x01' ||`;
const TEXTS = {
  account: `(username collate "default") ${between} coalesce(name, '') ${between} coalesce(email, '')`,
  user_group: `(name collate "default") ${between} coalesce(description, '')`,
  room: `(name collate "default") ${between} coalesce(natural_name, '') ${between} coalesce(description, '')`,
};

/** Texts are found whatever accents and apostrophes they have. The expression is that of the lists. */
const folded = (text: string): string => `
  replace(replace(replace(replace(replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(${text}, nfd), '[\\u0300-\\u036f''\\u2019\\u02bc\`\\u00b4]', '', 'g')),
    'øØłŁđĐðÐħĦıŧŦς', 'oollddddhhittσ'),
    'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th')`;

export class FoldTexts implements PhasedMigration {
  readonly name = 'FoldTexts1796083200070';
  readonly phase = 'expand';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, texts] of Object.entries(TEXTS)) {
      const expression = `(${folded(texts)})`;
      await buildIndex(
        runner,
        `${table}_folded_text_idx`,
        `on ${table} using gin (${expression} gin_trgm_ops)`,
      );
    }
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
