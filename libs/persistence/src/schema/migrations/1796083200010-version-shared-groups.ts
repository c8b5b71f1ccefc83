import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** A version for each shared group, so that a change of its people is one row. */
export class VersionSharedGroups implements MigrationInterface {
  readonly name = 'VersionSharedGroups1796083200010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A row for each group that is shared. The columns are those of roster.
      create table shared_group (
        group_name text collate "C" not null,
        -- another one whenever the group is shared
        id bigint generated always as identity,
        version bigint not null,
        changed_since bigint not null,
        changed text[] not null,
        constraint shared_group_pk primary key (group_name),
        constraint shared_group_id_key unique (id),
        constraint shared_group_user_group_fk foreign key (group_name)
          references user_group (name) on update cascade on delete cascade
      ) with (fillfactor = 50);

      insert into shared_group (group_name, version, changed_since, changed)
      select name, version, version, '{}'
      from (
        select name, nextval('roster_version_seq') as version
        from user_group where shared order by name
      ) given`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
