import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** What the API limits cannot be longer for any other writer. Contract: core 1.11 */
export class LimitTexts implements MigrationInterface {
  readonly name = 'LimitTexts1796083200005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table account
        add constraint account_name_check check (char_length(name) <= 100),
        add constraint account_email_check check (char_length(email) <= 100);
      alter table room
        add constraint room_natural_name_check check (char_length(natural_name) <= 255),
        add constraint room_description_check check (char_length(description) <= 255),
        add constraint room_password_check check (char_length(password) <= 50)`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
