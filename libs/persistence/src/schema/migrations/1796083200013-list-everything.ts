import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** What groups and rooms are sorted by and searched in, and those of their flags that few of them have. */
export class ListEverything implements MigrationInterface {
  readonly name = 'ListEverything1796083200013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index user_group_lower_name_idx
        on user_group ((lower(name collate "default") collate "C"), name);
      create index user_group_shared_idx on user_group (name) where shared;
      create index user_group_text_trigram_idx on user_group using gin ((
        lower((name collate "default") || e'\\x01' || coalesce(description, ''))
      ) gin_trgm_ops);
      create index group_member_admin_idx on group_member (group_name, jid) where is_admin`);
    await runner.query(`
      create index room_natural_name_idx
        on room (service, (lower(coalesce(natural_name, '')) collate "C"), name);
      create index room_creation_date_idx on room (service, creation_date, name);
      create index room_modification_date_idx on room (service, modification_date, name);
      create index room_text_trigram_idx on room using gin ((
        lower((name collate "default") || e'\\x01' || coalesce(natural_name, '') || e'\\x01' || coalesce(description, ''))
      ) gin_trgm_ops);
      create index room_members_only_idx on room (service, name) where members_only;
      create index room_moderated_idx on room (service, name) where moderated;
      create index room_password_idx on room (service, name) where password is not null;
      create index room_passing_idx on room (service, name) where not persistent`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
