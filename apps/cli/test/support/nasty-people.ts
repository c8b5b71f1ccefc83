/** People with names and texts that are hard to write down. */
export const NASTY = String.raw`
  insert into account (username, name, email, properties) values
    ('kim', 'Kim "K" <&''>', 'kim@example.org', '[{"key":"desk","value":""}]'),
    ('a%5cb', null, null, '[]'), ('a\b', null, null, '[]'), ('100%', '', '', '[]'),
    ('bob\40corp.example', null, null, '[]'), ('жук', E'😀\u0007', null, '[]'),
    (repeat('é', 64), null, null, '[]'), ('nokeys', null, null, '[]');
  insert into account_credential
    select username, '\x00ff3c26', 4096, sha256('a'), sha256('b'), decode(repeat('ab', 100), 'hex'), 10000, sha256('c'), sha256('d')
    from account where username not in ('nokeys', 'kim');
  update account_credential set sha1_stored_key = substr(sha1_stored_key, 1, 20), sha1_server_key = substr(sha1_server_key, 1, 20);
  insert into account_credential (username, sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key)
    values ('kim', '\x0102', 4096, substr(sha256('k'), 1, 20), substr(sha256('K'), 1, 20));
  insert into roster_item (owner, jid, nickname, subscription, groups, ask, approved) values
    ('kim', 'a\b@example.org', E'tab\there\nline\r\nend', 3, array[''' "', '<x>', 'A & B', E'a\tb'], false, false),
    ('kim', '100%@example.org', '', 0, '{}', true, false),
    ('kim', 'x@other.example', null, 2, '{}', true, true),
    ('жук', 'kim@example.org', '😀', 1, '{😀}', false, false);
  insert into roster_request values
    ('kim', 'asks@other.example', '<presence type="subscribe" from="asks@other.example" to="kim@example.org"><status>please &amp; thanks</status></presence>');
  insert into vcard (username, xml) values
    ('kim', '<vCard xmlns="vcard-temp"><FN>Kim &lt;&amp;&#13;
&quot;</FN><!-- no --><NOTE xml:lang="de"><![CDATA[<b>]]></NOTE></vCard>');
  insert into prosody.prosody (host, "user", store, key, type, value) values
    ('example.org', 'kim', 'private', 'storage:storage:bookmarks', 'json', '{"name":"storage","attr":{"xmlns":"storage:bookmarks"},"__array":[{"name":"conference","attr":{"xmlns":"storage:bookmarks","jid":"a@b.example","name":"\"<&>\u0027"},"__array":["\n 1 < 2 "]}]}'),
    ('example.org', 'kim', 'private', 'p:urn:p', 'json', '{"name":"p","attr":{"xmlns":"urn:p","urn:q\u0001a":"v","xml:lang":"en"},"__array":[{"name":"inherits","attr":{}}]}'),
    ('example.org', 'kim', 'blocklist', '', 'json', '{"__hash":[false,{"created":1}]}'),
    ('example.org', 'kim', 'blocklist', 'spam.example', 'boolean', 'true'),
    ('example.org', 'kim', 'blocklist', 'a%b@spam.example/x''"y', 'boolean', 'true'),
    ('example.org', 'kim', 'pep', 'urn:xmpp:bookmarks:1', 'json', '{"name":"urn:xmpp:bookmarks:1","config":{"access_model":"whitelist","max_items":"max","persist_items":true,"send_last_published_item":"never"},"affiliations":{},"subscribers":{}}'),
    ('example.org', 'kim', 'pep', 'no<&de', 'json', '{"name":"no<&de","config":{"access_model":"open","max_items":3,"persist_items":true,"send_last_published_item":"on_sub_and_presence"},"affiliations":{"z@other.example":"publisher","b@other.example":"member"},"subscribers":{}}'),
    ('example.org', 'gone', 'private', 'p:urn:p', 'json', '{"name":"p","attr":{"xmlns":"urn:p"}}'),
    ('other.example', 'kim', 'private', 'q:urn:q', 'json', '{"name":"q","attr":{"xmlns":"urn:q"}}');
  insert into prosody.prosodyarchive (host, "user", store, key, "when", "with", type, value) values
    ('example.org', 'kim', 'offline', '1', 1780000000, '', 'xml', '<message from="a\b@example.org/r" to="kim@example.org" type="chat" id="&lt;"><body>1 &lt; 2 &amp; "q"</body><x xmlns="jabber:x:oob"><url>u</url></x></message>'),
    ('example.org', 'kim', 'offline', '2', 1780000001, '', 'xml', '<message xmlns="jabber:client" from="x@other.example" to="kim@example.org"><body>😀</body></message>'),
    ('example.org', 'kim', 'pep_urn:xmpp:bookmarks:1', 'den@conference.example.org', 1780000000, 'kim@example.org', 'xml', '<conference xmlns="urn:xmpp:bookmarks:1" name="Den"/>'),
    ('example.org', 'kim', 'pep_urn:xmpp:bookmarks:1', 'a@conference.example.org', 1780000001, 'kim@example.org', 'xml', '<conference xmlns="urn:xmpp:bookmarks:1"/>'),
    ('example.org', 'kim', 'pep_no<&de', 'i"<1>', 1780000001, 'b@other.example', 'xml', '<e xmlns="urn:e">&#13;</e>');
  insert into message_archive (username) values ('kim');
  insert into archived_message (archive_id, sent_at, contact, received, stanza)
    select id, '2026-11-22T08:02:16.5Z', 'x@other.example', true, '<message from="x@other.example/r" to="kim@example.org" type="chat"><body>hi &amp; bye</body></message>'
    from message_archive;`;
