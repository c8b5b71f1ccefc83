import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import { onEachChange } from './triggers.js';

/**
 * Notices on the channel `chat_admin_change`, delivered with the commit: `login:<username>` after a
 * change of a password, a lockout or the existence of a user (`login:` for any user), `properties`
 * after a change of system properties. New accounts are not told: nobody can have believed in them.
 */
export class NotifyChanges implements MigrationInterface {
  readonly name = 'NotifyChanges1763700000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function notify_logins(usernames text[]) returns void language plpgsql as $$
      declare
        username text;
      begin
        if cardinality(usernames) > 50 then
          perform pg_notify('chat_admin_change', 'login:');
          return;
        end if;
        foreach username in array usernames loop
          perform pg_notify('chat_admin_change', 'login:' || username);
        end loop;
      end $$`);

    await runner.query(`
      create function notify_login_rows() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          perform notify_logins(array(select username from old_rows));
        else
          perform notify_logins(array(select username from new_rows));
        end if;
        return null;
      end $$`);
    await onEachChange(runner, 'account_credential', 'notify_login_rows', ['update']);
    await onEachChange(runner, 'lockout', 'notify_login_rows', ['insert', 'delete']);
    await onEachChange(runner, 'account', 'notify_login_rows', ['delete']);

    await runner.query(`
      create function notify_renamed_logins() returns trigger language plpgsql as $$
      begin
        perform notify_logins(array(
          (select username from new_rows except select username from old_rows)
          union all
          (select username from old_rows except select username from new_rows)));
        return null;
      end $$`);
    await onEachChange(runner, 'account', 'notify_renamed_logins', ['update']);

    await runner.query(`
      create function notify_properties() returns trigger language plpgsql as $$
      begin
        perform pg_notify('chat_admin_change', 'properties');
        return null;
      end $$`);
    await runner.query(`
      create trigger system_property_notify_properties
      after insert or update or delete on system_property
      for each row execute function notify_properties()`);
    await runner.query(`
      create trigger system_property_notify_properties_on_truncate
      after truncate on system_property
      for each statement execute function notify_properties()`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
