/** Where statements are sent. */
export interface Asked {
  query(text: string): Promise<unknown>;
}

/** All rows of a target that an import makes, and what it switches off, without what is drawn anew each time. */
export async function targetRows({ query }: Asked): Promise<Record<string, unknown>> {
  const statements: Readonly<Record<string, string>> = {
    accounts: `select to_jsonb(account) - 'id' as account, sha1_stored_key is not null as keys from account left join account_credential using (username) order by username`,
    lockouts: 'select * from lockout order by username',
    contacts: 'select * from roster_item order by owner, jid',
    requests: 'select * from roster_request order by owner, jid',
    vcards: 'select username, xml from vcard order by username',
    groups: `select to_jsonb(user_group) - 'id' as "group" from user_group order by name`,
    members: 'select * from group_member order by group_name, jid',
    services: 'select * from chat_service order by name',
    rooms: `select to_jsonb(room) - array['id', 'version'] as room from room order by service, name`,
    affiliations:
      'select name, jid, affiliation, nickname from room_affiliation join room on id = room_id order by name, jid',
    lines:
      'select m.id, name, m.sent_at, m.sender, m.nickname, m.body, m.stanza from room_message m join room on room.id = room_id order by m.id',
    conversations:
      'select username, contact, received, sent_at, stanza from archived_message m join message_archive a on a.id = archive_id order by 1, 4, m.id',
    audit: 'select username, occurred_at, summary, node, details from audit_entry order by log_id',
    stored: `select "user", store, key, case when store <> 'blocklist' then value end as value from prosody.prosody order by 1, 2, 3`,
    archived:
      'select "user", store, key, "when", "with", value from prosody.prosodyarchive order by 1, 2, sort_id',
    properties: 'select key, value from system_property order by key',
    rosters: 'select owner from roster order by owner',
    triggers: `select tgname, tgenabled from pg_trigger where not tgisinternal order by 1`,
    indexes: `select indexdef from pg_indexes where tablename in ('room_message', 'archived_message') order by 1`,
  };
  const rows: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(statements)) rows[name] = await query(text);
  return rows;
}
