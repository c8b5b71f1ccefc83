--
-- PostgreSQL database dump
--



SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Data for Name: account; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.account (username, name, email, properties, created_at, last_seen) VALUES ('admin', 'Admin', NULL, '[]', '2026-01-02 03:04:05+00', NULL);
INSERT INTO public.account (username, name, email, properties, created_at, last_seen) VALUES ('ola', 'Ola N', 'ola@chat.example', '[{"key": "desk", "value": "4B"}]', '2026-01-02 03:04:06+00', NULL);


--
-- Data for Name: account_credential; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.account_credential (username, sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key, sha256_salt, sha256_iterations, sha256_stored_key, sha256_server_key) VALUES ('admin', '\x01', 4096, '\x02', '\x03', '\x04', 4096, '\x05', '\x06');
INSERT INTO public.account_credential (username, sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key, sha256_salt, sha256_iterations, sha256_stored_key, sha256_server_key) VALUES ('ola', '\x01', 4096, '\x02', '\x03', '\x04', 4096, '\x05', '\x06');


--
-- Data for Name: api_key; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.api_key (id, name, scopes, allowed_addresses, rate_limit, created_at, created_by, expires_at, digest, previous_digest, previous_until, last_used, last_address) VALUES ('k1', 'crm', '{users:read}', '{}', 0, '2026-01-08 00:00:00+00', 'admin', NULL, '\x01', NULL, NULL, NULL, NULL);


--
-- Data for Name: message_archive; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.message_archive (id, username, logged_out_at) OVERRIDING SYSTEM VALUE VALUES (1, 'ola', NULL);


--
-- Data for Name: archived_message; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.archived_message (id, archive_id, sent_at, contact, received, stanza) OVERRIDING SYSTEM VALUE VALUES (1, 1, '2026-11-26 12:04:28.428+00', 'eve@other.example', true, '<message/>');


--
-- Data for Name: audit_entry; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.audit_entry (log_id, username, occurred_at, summary, node, details) OVERRIDING SYSTEM VALUE VALUES (1, 'admin', '2026-01-07 00:00:00+00', 'created user ola', 'node-1', 'ola');


--
-- Data for Name: chat_service; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.chat_service (name, description, hidden, history_max_number) VALUES ('conference', 'Public Chatrooms', false, 25);


--
-- Data for Name: console_session; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.console_session (digest, principal_id, principal_name, kind, subject, proof, scopes, expires_at, created_at, last_used) VALUES ('\x01', 'admin', 'admin', 'login', 'admin', NULL, NULL, NULL, '2026-01-08 00:00:00+00', '2026-01-08 00:00:00+00');


--
-- Data for Name: departed_account; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.departed_account (username, inherited) VALUES ('gone', false);


--
-- Data for Name: event; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.event (id, type, occurred_at, actor, source, request, object, previous, columns, added, removed, more, traceparent) VALUES (1, 'user.created', '2026-01-08 00:00:00+00', 'admin', 'api', NULL, 'ola', NULL, '{}', '{}', '{}', 0, NULL);


--
-- Data for Name: event_outbox; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.event_outbox (seq, xid, type, occurred_at, object, previous, columns, added, removed, more, origin) OVERRIDING SYSTEM VALUE VALUES (1, 759, 'property.updated', '2026-11-26 12:04:28.42215+00', '/system/properties/adminConsole.access.allow-wildcards-in-excludes', NULL, '{value}', '{}', '{}', 0, '{}');
INSERT INTO public.event_outbox (seq, xid, type, occurred_at, object, previous, columns, added, removed, more, origin) OVERRIDING SYSTEM VALUE VALUES (2, 759, 'property.updated', '2026-11-26 12:04:28.42215+00', '/system/properties/plugin.restapi.enabled', NULL, '{value}', '{}', '{}', 0, '{}');
INSERT INTO public.event_outbox (seq, xid, type, occurred_at, object, previous, columns, added, removed, more, origin) OVERRIDING SYSTEM VALUE VALUES (3, 759, 'property.updated', '2026-11-26 12:04:28.42215+00', '/system/properties/plugin.restapi.httpAuth', NULL, '{value}', '{}', '{}', 0, '{}');
INSERT INTO public.event_outbox (seq, xid, type, occurred_at, object, previous, columns, added, removed, more, origin) OVERRIDING SYSTEM VALUE VALUES (4, 759, 'property.updated', '2026-11-26 12:04:28.42215+00', '/system/properties/plugin.restapi.secret', NULL, '{value}', '{}', '{}', 0, '{}');
INSERT INTO public.event_outbox (seq, xid, type, occurred_at, object, previous, columns, added, removed, more, origin) OVERRIDING SYSTEM VALUE VALUES (5, 759, 'property.updated', '2026-11-26 12:04:28.42215+00', '/system/properties/plugin.userservice.enabled', NULL, '{value}', '{}', '{}', 0, '{}');
INSERT INTO public.event_outbox (seq, xid, type, occurred_at, object, previous, columns, added, removed, more, origin) OVERRIDING SYSTEM VALUE VALUES (6, 759, 'property.updated', '2026-11-26 12:04:28.42215+00', '/system/properties/xmpp.domain', NULL, '{value}', '{}', '{}', 0, '{}');
INSERT INTO public.event_outbox (seq, xid, type, occurred_at, object, previous, columns, added, removed, more, origin) OVERRIDING SYSTEM VALUE VALUES (7, 760, 'user.created', '2026-11-26 12:04:28.428192+00', '/users/admin', NULL, '{}', '{}', '{}', 0, '{}');
INSERT INTO public.event_outbox (seq, xid, type, occurred_at, object, previous, columns, added, removed, more, origin) OVERRIDING SYSTEM VALUE VALUES (8, 760, 'user.created', '2026-11-26 12:04:28.428192+00', '/users/ola', NULL, '{}', '{}', '{}', 0, '{}');
INSERT INTO public.event_outbox (seq, xid, type, occurred_at, object, previous, columns, added, removed, more, origin) OVERRIDING SYSTEM VALUE VALUES (9, 760, 'user.password_changed', '2026-11-26 12:04:28.428192+00', '/users/admin', NULL, '{}', '{}', '{}', 0, '{}');
INSERT INTO public.event_outbox (seq, xid, type, occurred_at, object, previous, columns, added, removed, more, origin) OVERRIDING SYSTEM VALUE VALUES (10, 760, 'user.password_changed', '2026-11-26 12:04:28.428192+00', '/users/ola', NULL, '{}', '{}', '{}', 0, '{}');
INSERT INTO public.event_outbox (seq, xid, type, occurred_at, object, previous, columns, added, removed, more, origin) OVERRIDING SYSTEM VALUE VALUES (11, 760, 'lockout.created', '2026-11-26 12:04:28.428192+00', '/lockouts/ola', NULL, '{}', '{}', '{}', 0, '{}');
INSERT INTO public.event_outbox (seq, xid, type, occurred_at, object, previous, columns, added, removed, more, origin) OVERRIDING SYSTEM VALUE VALUES (12, 760, 'vcard.updated', '2026-11-26 12:04:28.428192+00', '/users/ola/vcard', NULL, '{}', '{}', '{}', 0, '{}');
INSERT INTO public.event_outbox (seq, xid, type, occurred_at, object, previous, columns, added, removed, more, origin) OVERRIDING SYSTEM VALUE VALUES (13, 760, 'group.created', '2026-11-26 12:04:28.428192+00', '/groups/crew', NULL, '{}', '{}', '{}', 0, '{}');
INSERT INTO public.event_outbox (seq, xid, type, occurred_at, object, previous, columns, added, removed, more, origin) OVERRIDING SYSTEM VALUE VALUES (14, 760, 'group.updated', '2026-11-26 12:04:28.428192+00', '/groups/crew', NULL, '{}', '{admin:admin@chat.example,member:ola@chat.example}', '{}', 0, '{}');
INSERT INTO public.event_outbox (seq, xid, type, occurred_at, object, previous, columns, added, removed, more, origin) OVERRIDING SYSTEM VALUE VALUES (15, 760, 'roster.updated', '2026-11-26 12:04:28.428192+00', '/users/ola/roster', NULL, '{}', '{}', '{}', 0, '{}');
INSERT INTO public.event_outbox (seq, xid, type, occurred_at, object, previous, columns, added, removed, more, origin) OVERRIDING SYSTEM VALUE VALUES (16, 760, 'room.created', '2026-11-26 12:04:28.428192+00', '/chatrooms/lobby?servicename=conference', NULL, '{}', '{}', '{}', 0, '{}');
INSERT INTO public.event_outbox (seq, xid, type, occurred_at, object, previous, columns, added, removed, more, origin) OVERRIDING SYSTEM VALUE VALUES (17, 760, 'room.updated', '2026-11-26 12:04:28.428192+00', '/chatrooms/lobby?servicename=conference', NULL, '{}', '{owner:ola@chat.example}', '{}', 0, '{}');
INSERT INTO public.event_outbox (seq, xid, type, occurred_at, object, previous, columns, added, removed, more, origin) OVERRIDING SYSTEM VALUE VALUES (18, 760, 'room.updated', '2026-11-26 12:04:28.428192+00', '/chatrooms/lobby?servicename=conference', NULL, '{}', '{"member:	crew"}', '{}', 0, '{}');
INSERT INTO public.event_outbox (seq, xid, type, occurred_at, object, previous, columns, added, removed, more, origin) OVERRIDING SYSTEM VALUE VALUES (19, 760, 'key.created', '2026-11-26 12:04:28.428192+00', '/keys/k1', NULL, '{}', '{}', '{}', 0, '{}');
INSERT INTO public.event_outbox (seq, xid, type, occurred_at, object, previous, columns, added, removed, more, origin) OVERRIDING SYSTEM VALUE VALUES (20, 760, 'webhook.created', '2026-11-26 12:04:28.428192+00', '/webhooks/1', NULL, '{}', '{}', '{}', 0, '{}');


--
-- Data for Name: event_state; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.event_state (single, last_id) VALUES (true, 0);


--
-- Data for Name: user_group; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.user_group (name, description, shared, visibility, visible_to, display_name) VALUES ('crew', 'Those on board', true, 'members', '{}', NULL);


--
-- Data for Name: group_member; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.group_member (group_name, jid, is_admin) VALUES ('crew', 'ola@chat.example', false);
INSERT INTO public.group_member (group_name, jid, is_admin) VALUES ('crew', 'admin@chat.example', true);


--
-- Data for Name: idempotency_key; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.idempotency_key (digest, fingerprint, token, noted_at, status, headers, body, truncated) VALUES ('\x01', '\x02', 'ce91d6fc-a0c4-46c9-ae50-aed2d9254b8d', '2026-01-08 00:00:00+00', NULL, NULL, NULL, false);


--
-- Data for Name: job; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.job (id, type, status, dry_run, on_existing, generate_passwords, service, maker_id, maker_name, maker_kind, maker_scopes, at_console, created_at, started_at, finished_at, lines, processed, succeeded, unchanged, failed, passwords, passwords_fetched_at, message, cancelled, instance, lease_until) OVERRIDING SYSTEM VALUE VALUES (1, 'users', 'done', false, 'skip', true, 'conference', 'admin', 'admin', 'login', '{*}', false, '2026-11-26 12:04:28.428192+00', NULL, NULL, 1, 0, 0, 0, 0, 0, NULL, NULL, false, NULL, NULL);


--
-- Data for Name: job_batch; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.job_batch (job_id, number, lines_before, lines) VALUES (1, 1, 0, '{}');


--
-- Data for Name: job_file; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.job_file (job_id, bytes, expires_at) VALUES (1, 1, '2026-01-09 00:00:00+00');


--
-- Data for Name: job_file_piece; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.job_file_piece (job_id, number, piece) VALUES (1, 0, '\x01');


--
-- Data for Name: job_password; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.job_password (job_id, number, passwords) VALUES (1, 1, '{}');


--
-- Data for Name: job_result; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.job_result (job_id, line, object, outcome, exception, message) VALUES (1, 1, 'ola', 'created', NULL, NULL);


--
-- Data for Name: lockout; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.lockout (username, locked_at, reason, author, starts_at, ends_at, began) VALUES ('ola', '2026-01-03 00:00:00+00', NULL, NULL, '2026-11-26 12:04:28.428192+00', NULL, true);


--
-- Data for Name: room; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.room (id, service, name, natural_name, description, password, subject, creation_date, modification_date, max_users, persistent, public_room, registration_enabled, can_anyone_discover_jid, can_occupants_change_subject, can_occupants_invite, can_change_nickname, log_enabled, login_restricted_to_nickname, members_only, moderated, broadcast_presence_roles, allow_pm, version) OVERRIDING SYSTEM VALUE VALUES (1, 'conference', 'lobby', 'Lobby', NULL, NULL, NULL, '2026-01-04 00:00:00+00', '2026-01-05 00:00:00+00', 0, true, false, true, false, false, false, true, false, false, false, false, '{moderator,visitor}', 'anyone', 3);


--
-- Data for Name: room_affiliation; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.room_affiliation (room_id, jid, affiliation, nickname) VALUES (1, 'ola@chat.example', 'owner', 'Captain');


--
-- Data for Name: room_group_affiliation; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.room_group_affiliation (room_id, group_name, affiliation) VALUES (1, 'crew', 'member');


--
-- Data for Name: room_message; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.room_message (id, room_id, sent_at, nickname, sender, type, subject, body, stanza, sender_shown) OVERRIDING SYSTEM VALUE VALUES (1, 1, '2026-01-06 00:00:00+00', 'Captain', 'ola@chat.example', 'groupchat', NULL, 'Hi', '<message/>', false);


--
-- Data for Name: roster; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.roster (owner, version, changed_since, changed) VALUES ('admin', 3, 3, '{}');
INSERT INTO public.roster (owner, version, changed_since, changed) VALUES ('ola', 6, 4, '{eve@other.example}');


--
-- Data for Name: roster_item; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.roster_item (owner, jid, nickname, subscription, groups, ask, approved) VALUES ('ola', 'eve@other.example', 'Eve', 1, '{friends}', false, false);


--
-- Data for Name: roster_request; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.roster_request (owner, jid, stanza) VALUES ('ola', 'max@other.example', '<presence type="subscribe"/>');


--
-- Data for Name: schema_migration; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (1, 1796083200001, 'CreateSystem1796083200001');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (2, 1796083200002, 'CreateUsers1796083200002');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (3, 1796083200003, 'CreateGroups1796083200003');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (4, 1796083200004, 'CreateRooms1796083200004');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (5, 1796083200005, 'LimitTexts1796083200005');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (6, 1796083200006, 'RememberRosterChanges1796083200006');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (7, 1796083200007, 'FindOldMessages1796083200007');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (8, 1796083200008, 'FindOwners1796083200008');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (9, 1796083200009, 'InheritNames1796083200009');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (10, 1796083200010, 'VersionSharedGroups1796083200010');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (11, 1796083200011, 'SearchNames1796083200011');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (12, 1796083200012, 'ListUsers1796083200012');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (13, 1796083200013, 'ListEverything1796083200013');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (14, 1796083200014, 'CreateIdempotencyKeys1796083200014');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (15, 1796083200015, 'NoteShownSenders1796083200015');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (16, 1796083200016, 'CreateConsoleSessions1796083200016');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (17, 1796083200017, 'CreateApiKeys1796083200017');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (18, 1796083200018, 'SearchMessages1796083200018');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (19, 1796083200019, 'TimeLockouts1796083200019');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (20, 1796083200020, 'CreateArchives1796083200020');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (21, 1796083200021, 'CreateEvents1796083200021');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (22, 1796083200023, 'CreateJobs1796083200023');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (23, 1796083200024, 'CreateSchemaState1796083200024');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (24, 1796083200025, 'CreateSessionSamples1796083200025');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (25, 1796083200026, 'NotePropertyChanges1796083200026');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (26, 1796083200030, 'DescribePictures1796083200030');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (27, 1796083200031, 'CreateWebhooks1796083200031');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (28, 1796083200032, 'AllowOneHash1796083200032');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (29, 1796083200033, 'FindAbsentHashes1796083200033');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (30, 1796083200034, 'ShowGroups1796083200034');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (31, 1796083200035, 'FindShownGroups1796083200035');
INSERT INTO public.schema_migration (id, "timestamp", name) VALUES (32, 1796083200036, 'KeepFiles1796083200036');


--
-- Data for Name: schema_object; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.schema_object (file, sha256, objects) VALUES ('access/end_sessions.sql', '261dd0514c1bd947b8f4b0f2e0645d82a121f6016c501e139e8891a851ff287e', '{"function public.end_sessions_of_locked()","function public.end_sessions_of_former_name()","function public.end_sessions_of_key()","function public.is_api_secret(pg_catalog.bytea)","function public.end_sessions_of_property()","trigger lockout_end_sessions_of_locked on public.lockout","trigger lockout_end_sessions_of_locked_on_begin on public.lockout","trigger account_end_sessions_of_former_name on public.account","trigger api_key_end_sessions_of_key on public.api_key","trigger system_property_end_sessions_of_property on public.system_property"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('access/notify_keys.sql', '40cbe6b0fdf43a0c100e871ede7368efa375ac7f5fb323a3d5751cbd0ea0d326', '{"function public.notify_keys()","trigger api_key_notify_keys on public.api_key","trigger api_key_notify_keys_on_update on public.api_key"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('archive/archive_of_account.sql', '7dc44e38a7a27745264b4330cc8e8667415ea500640cfce5bb4bc7144163f396', '{"function public.archive_of_account(pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('archive/archived_conversation.sql', '3765944212f2546dc7075ee88500d91a61254572e8dff75f035a9101b128f5db', '{"function public.archived_conversation(bigint,timestamp with time zone,timestamp with time zone,pg_catalog.text,bigint[])"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/accounts.sql', 'e52afa84f17beaa36258406a6996ec2fa7f71f96729412c79eec089d01f737aa', '{"function engine.account_exists(pg_catalog.text)","function engine.accounts(pg_catalog.text,integer)","function engine.missing_accounts(pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/add_keys.sql', 'a0c2b70340b9630b45e74fe6662be7c2e1b13421d5577c31428dbfe72b8c811a', '{"function engine.add_keys(pg_catalog.text,pg_catalog.text,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/administrators.sql', 'fb1efc74e2999cc11ff2704291694c8eb3d49a4a155f7ed33b94a1c9cecdb1b2', '{"function engine.administrators()"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/append_message.sql', 'ed7948755f5d099c80ab2bef586bae715721863f14bff643d26c558cac592248', '{"function engine.append_message(pg_catalog.text,pg_catalog.text,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/archive_message.sql', 'c8bd68aa3fcd8008915b6f83cbbe93bec394c4707c0d0d9e45cbfa5f22b29d95', '{"function engine.archive_message(pg_catalog.text,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/archived_messages.sql', 'd979a128991e204b98a014054d8027ccb53a537d93103a57ef748f5a15de4400', '{"function engine.archived_messages(pg_catalog.text,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/credentials.sql', '14853d400dcaa4af1d782a1a0fb7042561cf0fef491124ae27a9d54b8c504ecf', '{"function engine.credentials(pg_catalog.text,boolean)","function engine.credentials(pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/delete_account.sql', 'b71b66176b4acdb5477d7439b9359c468b26138d57d9d198b037f6a46de8fd28', '{"function engine.delete_account(pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/forgotten.sql', '82146f57ceaf53267ed4943393b5b2cff944d2f56edb10ba51fccf68970dcc0f', '{"function engine.forgotten(pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/hello.sql', '9b9779bd4dfc631a2cba01d57abe16a23b33ad2d23d978cf7c1901cc2d6afcff', '{"function engine.hello(integer,pg_catalog.text,boolean)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/lockouts.sql', '36b7c75741596fd3985429acb16a6d874da8c63208c4439e137fa8e304fcb86e', '{"function engine.disable_account(pg_catalog.text,pg_catalog.text)","function engine.enable_account(pg_catalog.text,pg_catalog.text)","function engine.account_info(pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/logged_out.sql', '7663211106c37cb0f10234d3b5f847d990a399e3fd033864061f79c6a6ef89e1', '{"function engine.logged_out(pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/messages.sql', '9ef35ac002b2faa58ae0960ec1cc9008f6eb4af8f944c1f8a6c2e77e49075df9', '{"function engine.messages(pg_catalog.text,pg_catalog.text,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/put_credentials.sql', 'd8cd4a0d48cbb4fe5e1cf7bc6e226273b65aa4fa16170eed84e6b2ee982ddf33', '{"function engine.put_credentials(pg_catalog.text,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/put_room.sql', 'f4bf4b09ee83e3be7c86258cb5cdfc4f77f91e70b6fd3e03c1499f351ab56b23', '{"function engine.put_room(pg_catalog.text,pg_catalog.text,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/put_roster_item.sql', '878d6612233b01769b3b49b5953acc51f36255e6427ed142c694208a2aa8af64', '{"function engine.put_roster_item(pg_catalog.text,pg_catalog.text,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/put_roster_requests.sql', '00881e9a680b5d5c6eaa6c595836acc881c72c7f47e4930460ab11756ba9d8b9', '{"function engine.put_roster_requests(pg_catalog.text,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/put_vcard.sql', '8ce3d5ddde6c0d22530fa43a61a5041546b6b4f397c51eccf1c4c84a5e447df5', '{"function engine.put_vcard(pg_catalog.text,pg_catalog.text,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/register_account.sql', '400622d479d088919e9b29b833a9a01efec37af15dc97449132252d7604281bf', '{"function engine.register_account(pg_catalog.text,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/room.sql', 'e51955563e6c03fb59feb523b0f29e26527b361e0ff019e92d6105b66ccb7438', '{"function engine.room(pg_catalog.text,pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/rooms.sql', '49903bd11dc0f14e662d9c39e690ca4e0175a313f1be444d26e65c5bd51da253', '{"function engine.remove_room(pg_catalog.text,pg_catalog.text,boolean,pg_catalog.text)","function engine.remove_room(pg_catalog.text,pg_catalog.text,boolean)","function engine.public_rooms(pg_catalog.text,pg_catalog.text,integer)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/roster.sql', '10e34c669f9fec81a07820f6664422d8700eb616701ef8ecaed395f7af3ca50b', '{"function engine.roster(pg_catalog.text)","function engine.roster_changes(pg_catalog.text,pg_catalog.jsonb,pg_catalog.jsonb)","function engine.unanswered(pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/services.sql', 'f236ad8bb74ef91e66023fa4f8a1b6a7a353bb992e51bbb6e57ac7ac4e200f67', '{"function engine.services()"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/stale.sql', '905283dcc95f04de8ef25d5f75f07b6d373d755ee6ca7584e33aba6bfb0d85d9', '{"function engine.stale(pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/vcards.sql', 'd07c78648a468fe8e2c77047748e0cca5ab9fc060bb5168bcce102efc702599b', '{"function engine.vcard(pg_catalog.text)","function engine.pictures(pg_catalog.jsonb)","function engine.put_picture(pg_catalog.text,pg_catalog.text,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('events/account_events.sql', '0986328866dff5f5f118ed2464e00887bedcf29dfeaadf1534562514f704cf31', '{"function public.new_account_events()","function public.account_events()","trigger account_new_account_events_on_insert on public.account","trigger account_account_events_on_update on public.account","trigger account_account_events_on_delete on public.account"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('references/rename_jid_references.sql', 'd4495ec0beff38a22af6f68b52f43cd01c2daf8f71ba982863a8e9b8f86c32c1', '{"function public.rename_jid_references(pg_catalog.text,pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('events/affiliation_events.sql', '48649224936f899770ef99d2821481ba76917018e853c14f8225d4c672326aca', '{"function public.affiliation_events()","trigger room_affiliation_affiliation_events_on_insert on public.room_affiliation","trigger room_affiliation_affiliation_events_on_update on public.room_affiliation","trigger room_affiliation_affiliation_events_on_delete on public.room_affiliation","trigger room_group_affiliation_affiliation_events_on_insert on public.room_group_affiliation","trigger room_group_affiliation_affiliation_events_on_update on public.room_group_affiliation","trigger room_group_affiliation_affiliation_events_on_delete on public.room_group_affiliation"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('events/group_member_events.sql', '6b5100739b493b084db1cc0b14a7fd413aa89afcaac793b717054b95c3cb113c', '{"function public.group_member_events()","function public.group_entry(boolean,pg_catalog.text)","trigger group_member_group_member_events_on_insert on public.group_member","trigger group_member_group_member_events_on_update on public.group_member","trigger group_member_group_member_events_on_delete on public.group_member"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('events/job_events.sql', '842beca6943d8deb3e617ff8d2714c8a083a783d0276259029ee6f8cd45c9c5b', '{"function public.job_events()","trigger job_job_events on public.job"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('events/key_events.sql', '2e9ecd288ab56900c4291d4b58d07f38c21c745a7349b7dba12d6294d4dbaf1d', '{"function public.key_events()","trigger api_key_key_events on public.api_key"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('events/lockout_events.sql', 'aaadbaf986a2d6d4229774a9980c585fd03f77d4454c4314b69838a032a7e332', '{"function public.lockout_events()","trigger lockout_lockout_events on public.lockout"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('events/note_origin.sql', 'a4fe745e01b49d4844e9f8c73f51b60bfffc4077bb1bd97cebe0d7a9aa158350', '{"function public.note_origin(pg_catalog.jsonb)","function public.note_chat_user(pg_catalog.text)","function public.acting(pg_catalog.text)","function public.change_origin()"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('events/password_events.sql', '9f8e620326e43b82b64778cdaae871bd651ddaea5d0f9998aac9e49045895594', '{"function public.first_password_events()","function public.password_events()","trigger account_credential_first_password_events_on_insert on public.account_credential","trigger account_credential_password_events_on_update on public.account_credential"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('events/paths.sql', 'ae893120c41aba7379a8187c028fc33429a63997474b4fcfe91c5880ab23d951', '{"function public.path_segment(pg_catalog.text)","function public.room_path(pg_catalog.text,pg_catalog.text)","function public.changed_columns(pg_catalog.jsonb,pg_catalog.jsonb,pg_catalog.text[])"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('events/property_events.sql', 'adbbad621811bb881bf722bbcdd1c28132f2c5b4d28505c1ceca3f3477be9dc7', '{"function public.property_events()","trigger system_property_property_events on public.system_property"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('events/publish_events.sql', '6d36c368a0408bed083955278b32bde988db3130c21064fc9ed21f5de972b922', '{"function public.flat(pg_catalog.jsonb)","function public.publish_events(integer)","function public.lacking(pg_catalog.text[],pg_catalog.text[])"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('events/put_event.sql', 'a4355aa1a73cca389d0a3d9a73739c6df86c21beb62e39940d6af7650618ee4f', '{"function public.put_event(pg_catalog.text,pg_catalog.text,pg_catalog.text[],pg_catalog.text,pg_catalog.jsonb,pg_catalog.text[],pg_catalog.text[],timestamp with time zone)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('events/room_events.sql', '050dd1cc18cce011741f0181f2712f1860b8463c514af44f26a4a2d7da5a32fc', '{"function public.room_events()","trigger room_room_events on public.room"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('events/roster_events.sql', '429dfa152f851e1924e5f8918b40f44bd0f474827e5aa83fc2dba7c5c0d7ac25', '{"function public.roster_events()","function public.contact_events()","trigger roster_item_roster_events_on_insert on public.roster_item","trigger roster_item_roster_events_on_delete on public.roster_item","trigger roster_item_contact_events_on_update on public.roster_item"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('events/row_events.sql', 'fcf4cac551eeba10eb9980dce41b3159e24d1a65bc8bab3335e8fb8738d5e4cc', '{"function public.row_events()","trigger user_group_row_events on public.user_group","trigger chat_service_row_events on public.chat_service"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('events/vcard_events.sql', 'b81220f512defe0457c2dcb8b09badd6653cb23dca6e1cbbb2685a7cd3548d77', '{"function public.vcard_events()","trigger vcard_vcard_events on public.vcard"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('events/webhook_events.sql', '6c58f09647fbf69289141561af237002dcf041047f25a8d145767a05e48b5baa', '{"function public.webhook_events()","trigger webhook_webhook_events on public.webhook","trigger webhook_webhook_events_on_update on public.webhook"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('muc/affiliations.sql', 'f9bab7c8780daccda265bb5628acdb69da6cf8affc06ed790df27723fbe83564', '{"function public.affiliations()","function public.put_room_affiliations(bigint,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('muc/conversation.sql', '8322247d79a164378629e085d0463800ddfb772fbf875ff64c24316b2c689e5c', '{"function public.conversation(bigint,timestamp with time zone,timestamp with time zone,pg_catalog.text,bigint[])"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('muc/message_id.sql', '437c688f122246f1c8f83c246dcc42709098d673e1bd866d2bfe91f6bbafef15', '{"function public.message_id(pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('muc/move_room.sql', 'f960694eee401c63f2aca8ea893893579d16e494aad2788f3cfb5150497993c5', '{"function public.move_room()","trigger room_move_room_on_update on public.room"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('muc/remove_chat_service.sql', '66776431ab2e32d7edc4683199dce355a0f1a1ba78a43c2132fb527d3abd5d44', '{"function public.remove_chat_service(pg_catalog.text,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('muc/touch_rooms.sql', '3a83455ac3a41a2c5306523c2bcdbe1b615a8ead594ec4da9fd6ef7bcf7a86a4', '{"function public.touch_rooms(bigint[])","function public.touch_rooms_of_affiliation()","function public.touch_rooms_of_group_members()","trigger room_affiliation_touch_rooms_of_affiliation_on_insert on public.room_affiliation","trigger room_affiliation_touch_rooms_of_affiliation_on_update on public.room_affiliation","trigger room_affiliation_touch_rooms_of_affiliation_on_delete on public.room_affiliation","trigger room_group_affiliation_touch_rooms_of_affiliation_on_insert on public.room_group_affiliation","trigger room_group_affiliation_touch_rooms_of_affiliation_on_update on public.room_group_affiliation","trigger room_group_affiliation_touch_rooms_of_affiliation_on_delete on public.room_group_affiliation","trigger group_member_touch_rooms_of_group_members_on_insert on public.group_member","trigger group_member_touch_rooms_of_group_members_on_update on public.group_member","trigger group_member_touch_rooms_of_group_members_on_delete on public.group_member"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('references/give_owner.sql', '1bfcd2b5caaa423ce2295da83be36b72a8df0121d35c5926d66657aea6cd1320', '{"function public.give_owner(bigint[],pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('references/remove_jid_references.sql', '680d60de2446643e471046884ba662b9b60b7b7bff92c6d88dab5bca04034a18', '{"function public.remove_jid_references(pg_catalog.text,pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('roles/admit_chat_admin.sql', 'bdc6fea9927487009342007555316899b15f8fed833392a1878846eb2e8b45b7', '{"function public.admit_chat_admin(pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('roles/admit_chat_engine.sql', 'a9ab1fdfc8a4d445f04b94515d3d59731f1a8ba74c3dd0044efe84f4f29c618a', '{"function public.admit_chat_engine(pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/agree_on_visibility.sql', '69bb8616ea71ed95eaabb33d0941f725b8a7b5e6511df9beb1448ff0855eced7', '{"function public.agree_on_visibility()","function public.forget_visible_to()","trigger user_group_agree_on_visibility on public.user_group","trigger user_group_forget_visible_to on public.user_group"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/drop_roster_requests_of_account.sql', '0932b40a9308000a5499c8dad3abaaa9ba4bbae343463fba4929df1e8e2caef5', '{"function public.drop_roster_requests_of_account()","trigger account_drop_roster_requests_of_account_on_update on public.account","trigger account_drop_roster_requests_of_account_on_delete on public.account"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/forget_contact.sql', '9e99c6a6511e50c4e4cd26380199824f7b7ea1b8b398faeda9c1d35d2bbe35a9', '{"function public.forget_contact(pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/groups_shown_to.sql', '18dd31a4256896b97b614bd09be421c31722d4fa41125f18cd825fc9a9b4269b', '{"function public.groups_shown_to(pg_catalog.text[])"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/move_roster_of_item.sql', '1ac7ef406a603d4e76fa23586fb5ae12c11fd4922090ca190170ab61eab7ed9b', '{"function public.move_roster_of_item()","trigger roster_item_move_roster_of_item_on_delete on public.roster_item","trigger roster_item_move_roster_of_item_on_insert on public.roster_item","trigger roster_item_move_roster_of_item_on_update on public.roster_item"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/move_rosters.sql', '7a7bc16b88eadec2418f655be6b8f63d36b619e2159ac87aa0e80e6825d968a8', '{"function public.move_rosters(pg_catalog.text[],pg_catalog.text[])","function public.move_rosters_of(pg_catalog.text[])"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/move_shared_groups.sql', '0553ce28a61bd7e41c5616692734b91e90a3fe993f47eecd81d770a9582c2db8', '{"function public.share_group()","function public.move_shared_groups(pg_catalog.text[],pg_catalog.text[])","trigger user_group_share_group_on_insert on public.user_group","trigger user_group_share_group_on_update on public.user_group"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/move_shared_groups_of_members.sql', 'a9349ed8bd859ae280f4d633e33bab884ee3629074f124d5c4ca0bf9fd1fbc2d', '{"function public.move_shared_groups_of_members()","trigger group_member_move_shared_groups_of_members_on_insert on public.group_member","trigger group_member_move_shared_groups_of_members_on_update on public.group_member","trigger group_member_move_shared_groups_of_members_on_delete on public.group_member"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/move_shared_groups_showing_account.sql', 'f7ffebc34349e250af328516213658f0ac1a3fdb33fcb062fc79fae586a9e707', '{"function public.move_shared_groups_showing_account()","trigger account_move_shared_groups_showing_account_on_insert on public.account","trigger account_move_shared_groups_showing_account_on_update on public.account","trigger account_move_shared_groups_showing_account_on_delete on public.account"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/remembered_changes.sql', 'b9a466fc32f44cf78d0f7f245278858b615a5899924e4d54afc2f20f00c739b2', '{"function public.remembered_changes(bigint,pg_catalog.text[],bigint,pg_catalog.text[])"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/roster_entry.sql', '21f5c8c000d0fb1c95c665958a7ac0d40fd8160be9dcec2575825121c95b5e95', '{"function public.roster_entry(pg_catalog.text,pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/roster_items.sql', '9417e833c63a8c8c9075b9fd650c0a71996b8f94258b06b6675fbb87f84ef20a', '{"function public.roster_items(pg_catalog.text)","function public.roster_items_of(pg_catalog.text,pg_catalog.text[])","function public.roster_requests(pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/roster_list.sql', '8b53f4cbd3a53ff027028eb7ac55cbcd1fa1a957ecb6c5959f34f7447230e680', '{"function public.roster_list(pg_catalog.text,integer)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/roster_state.sql', 'dfe5b3802f33c7a38e784cc7f7e35cdea8d5988ddf349f42925e9d12878e35ed', '{"function public.roster_state(pg_catalog.text)","function public.roster_version(pg_catalog.jsonb)","function public.contacts_changed_since(pg_catalog.text,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/seen_groups.sql', '8552d060f28494434450f3706ab66ddab809356864fde1783f3efff86210a542', '{"function public.seen_groups(pg_catalog.text)","function public.viewers_of(public.user_group)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/settle_subscriptions.sql', '0faa9df0a3967089e1e7c8e671aca27b0f819942bf957b5c3daf34c11637e3aa', '{"function public.settle_roster_item()","function public.settle_roster_request()","trigger roster_item_settle on public.roster_item","trigger roster_item_settle_request on public.roster_item"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/shared_contact.sql', 'c1dfee5c52aa01c5e8ece23c76079506f29099e7f60345a18cdf8601c168e6c3', '{"function public.shared_membership(pg_catalog.text)","function public.shared_contact(pg_catalog.text,pg_catalog.text)","function public.shared_contacts(pg_catalog.text,pg_catalog.text[])"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/subscriptions.sql', '6bb81ca988eb5ef1ea8b797e0a52b0722f216b3f4f4ead6134313c133c518310', '{"function public.subscription_name(smallint)","function public.subscription_code(pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('shared/base64.sql', '9508da00e4f5117ef88246d54f2d96baf2c1bb2343b048b6fe5c4ee78469b079', '{"function public.base64(pg_catalog.bytea)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('shared/json_list.sql', '81c46faf155d701208c8bb970152a936d13e40c8ca89a3b475bc302ef8c69934', '{"function public.json_list(pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('shared/moments.sql', '5338906a5e962ffd2531106155278c5f6accdd332bf332d618249e79ea5db683', '{"function public.unix_seconds(timestamp with time zone)","function public.moment_of(pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('shared/page_query.sql', '17b6819d130932d29717fdc3b4e7dadc67e906e20b67630ebfed11abc27abd97', '{"function public.page_query(pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('system/administrators.sql', 'cc329e879e648ba049e2b1097ad58c9a3d5b4baf64c7c153cf509dc9030ef9c9', '{"function public.listed_jid()","function public.administrator_name()","function public.replace_administrator(pg_catalog.text,pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('system/append_audit_entry.sql', '8e1875e959a9eb68d298a9f528a861c64d2b54c48417f71cfa401e15de531c2a', '{"function public.append_audit_entry(pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('system/chat_server_entry.sql', '719808e6c01fb8975ab33f62f44a2b8a60612d612a07807da90195212f554348', '{"function public.chat_server_entry(pg_catalog.text,pg_catalog.text,pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('system/local_username.sql', 'b1ea92a84ed4bddd2dc4c3f62a1e80beb65aa3d5e6b761796e2f91b3d5202b48', '{"function public.local_username(pg_catalog.text,pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('system/note_property_change.sql', '79e1d3951206f5199bf5a76ccf91b1cf51925f51a06dbfbbd36baca514b0eb0e', '{"function public.note_property_change()","trigger system_property_note_change on public.system_property"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('system/notify_properties.sql', '6b9f1ca4bd3b99a1e00ed6d10bab72ae6333443445949abbd0b4880d352458a2', '{"function public.notify_properties()","trigger system_property_notify_properties on public.system_property","trigger system_property_notify_properties_on_truncate on public.system_property"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('system/notify_schema.sql', '87110b98336e358863649b5d889eab3335f036da610dc278bf352759f100a80a', '{"function public.notify_schema()","trigger schema_state_notify_schema on public.schema_state"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('system/put_property.sql', '471b47b1eacb850c01e58280fe486b61ba3fb91177bfcfe1c3918c789ea763a6', '{"function public.put_property(pg_catalog.text,pg_catalog.text,boolean,boolean,pg_catalog.jsonb)","function public.hold_property_tree(pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('system/service_domain.sql', '865d20549b029bcf24938134398914493df290f1bd57d42d828e8e85a9069d76', '{"function public.service_domain()"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('users/absent_hashes.sql', '4ed63cf7f53163d7d869e363c81f900a0db09d73c1f654bf2e2e2dce0a6599df', '{"function public.absent_hashes()"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('users/add_keys.sql', '32f8c585071f633767247763f4e9f64ae8c74161a57b85e161ecce7f0db7b01f', '{"function public.add_keys(pg_catalog.text,pg_catalog.text,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('users/add_roster_item.sql', '1a09c0cff0edf8a01eec7931988623d1fd26f095527d9236c02bdb5b3a7fa0ba', '{"function public.add_roster_item(pg_catalog.text,pg_catalog.text,pg_catalog.text,smallint,pg_catalog.text[],pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('users/chat_server_stores.sql', '401011ab4f62bff52cd3edeb1d646e1e6ce61a64c2d814db4b6fdd148c165d53', '{"function public.admits_chat_server_store(pg_catalog.regclass)","function public.chat_server_values(pg_catalog.text)","function public.chat_server_entries(pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('users/forget_chat_server_data.sql', 'a46d3980b3e3d54b96f4ecaf401a83989aa4ac8be73849e93b7db28b01f02c81', '{"function public.forget_chat_server_stores(pg_catalog.text,pg_catalog.text[])","function public.forget_chat_server_data()","function public.is_other_password(public.account_credential,public.account_credential)","trigger lockout_end_tokens on public.lockout","trigger lockout_end_tokens_on_begin on public.lockout","trigger lockout_end_tokens_on_end on public.lockout","trigger account_credential_end_tokens on public.account_credential","trigger lockout_end_pending_deletion on public.lockout"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('users/forget_picture.sql', '8d704b2397f1aeef128cc63647b94906fc4fe498ed99f31d89a07c522c9a85cf', '{"function public.forget_picture()","trigger vcard_forget_picture on public.vcard"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('users/given_credentials.sql', '83f0ffe1de8c87357567cef0716a56ac6f4bfd47dd2c7127e65d746a578b958a', '{"function public.given_credentials(pg_catalog.text,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('users/is_username.sql', '76a86e1d8f065f607208103e5758c6dc4f573c95ab0431d39e2753962a9729de', '{"function public.is_username(pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('users/lockouts.sql', '5bb852820bb1c2af3a698002247d37a617c1d7fa141d5b154cf0b27bd147d58a', '{"function public.is_locked(pg_catalog.text)","function public.append_lockout_end(pg_catalog.text,pg_catalog.text)","function public.end_lockout(pg_catalog.text,pg_catalog.text)","function public.end_lockouts(integer,pg_catalog.text)","function public.begin_lockouts(integer)","function public.begin_lockout(pg_catalog.text)","function public.lock_user(pg_catalog.text,pg_catalog.jsonb,pg_catalog.text,pg_catalog.text)","function public.unlock_user(pg_catalog.text,pg_catalog.jsonb,pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('users/memberships.sql', 'e0a97e92a519fbe3e4a97b9c667beaf844c27d82c4a7c9230d4f183e57345263', '{"function public.join_groups(pg_catalog.text,pg_catalog.text,pg_catalog.text[],pg_catalog.text[],boolean,pg_catalog.jsonb)","function public.leave_groups(pg_catalog.text,pg_catalog.text,pg_catalog.text[],pg_catalog.jsonb)","function public.missing_groups(pg_catalog.text[])"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('users/move_chat_server_data.sql', 'b90d7ba4aeae58d864edda7ff07d8bba470a71a4b611c4f0d7280292e096dcdd', '{"function public.move_chat_server_data()","function public.readdressed(pg_catalog.text,pg_catalog.text,pg_catalog.text)","trigger account_move_chat_server_data on public.account"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('users/note_departed_accounts.sql', '468dc03aac33abe93058c33314bea466bb9d14d74aee5486f1a73057f0e76dfd', '{"function public.note_departed_accounts()","trigger account_note_departed_accounts_on_update on public.account","trigger account_note_departed_accounts_on_delete on public.account"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('users/notify_logins.sql', 'a0f36cb7c53cea23471c8a6f6e24f7b9bbff04235f81ae2296ddc2d7a7feb9fc', '{"function public.notify_logins(pg_catalog.text[])","function public.notify_login_rows()","function public.notify_renamed_logins()","trigger account_credential_notify_login_rows_on_update on public.account_credential","trigger lockout_notify_login_rows_on_insert on public.lockout","trigger lockout_notify_login_rows_on_update on public.lockout","trigger lockout_notify_login_rows_on_delete on public.lockout","trigger account_notify_login_rows_on_delete on public.account","trigger account_notify_renamed_logins_on_update on public.account"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('users/remove_user.sql', '502469751068e519e8da4630e1eeebc0f19b50e7eb22d76df5a024ae47d3a43e', '{"function public.remove_user(pg_catalog.text,pg_catalog.text,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('users/rename_user.sql', '8c30d291a9fda759096f2f7339e85744cdf33d775537d8ddace308b3d8e3b903', '{"function public.rename_user(pg_catalog.text,pg_catalog.text,pg_catalog.jsonb,pg_catalog.jsonb,pg_catalog.jsonb)"}');


--
-- Data for Name: schema_state; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.schema_state (id, level, oldest_level, program) VALUES (1, 32, 26, '0.3.0');


--
-- Data for Name: session_sample; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.session_sample (taken_at, sessions, users) VALUES ('2026-01-08 00:00:00+00', 2, 1);


--
-- Data for Name: shared_group; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.shared_group (group_name, id, version, changed_since, changed) OVERRIDING SYSTEM VALUE VALUES ('crew', 1, 2, 1, '{admin@chat.example,ola@chat.example}');


--
-- Data for Name: system_property; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.system_property (key, value, changed_at, changed_by) VALUES ('adminConsole.access.allow-wildcards-in-excludes', 'true', NULL, NULL);
INSERT INTO public.system_property (key, value, changed_at, changed_by) VALUES ('plugin.restapi.enabled', 'true', NULL, NULL);
INSERT INTO public.system_property (key, value, changed_at, changed_by) VALUES ('plugin.restapi.httpAuth', 'secret', NULL, NULL);
INSERT INTO public.system_property (key, value, changed_at, changed_by) VALUES ('plugin.restapi.secret', 'secret-of-the-release', NULL, NULL);
INSERT INTO public.system_property (key, value, changed_at, changed_by) VALUES ('plugin.userservice.enabled', 'true', NULL, NULL);
INSERT INTO public.system_property (key, value, changed_at, changed_by) VALUES ('xmpp.domain', 'chat.example', NULL, NULL);


--
-- Data for Name: vcard; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.vcard (username, xml, picture) VALUES ('ola', '<vCard xmlns="vcard-temp"><FN>Ola N</FN></vCard>', NULL);


--
-- Data for Name: webhook; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.webhook (id, url, types, description, status, reason, created_at, created_by, maker_id, maker_name, maker_kind, maker_scopes, secret, previous_secret, previous_until, reached, replayed_at, last_success, last_failure, failing_since, turn_of, turn_until) OVERRIDING SYSTEM VALUE VALUES (1, 'https://receiver.example/', '{user.created}', NULL, 'disabled', NULL, '2026-01-08 00:00:00+00', 'admin', 'admin', 'admin', 'login', '{*}', 'secret-of-the-webhook', NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: webhook_delivery; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.webhook_delivery (webhook_id, event_id, type, status, attempts, response_status, error, attempted_at, next_at, lease_until) VALUES (1, 1, 'user.created', 'pending', 0, NULL, NULL, NULL, NULL, NULL);


--
-- Name: archived_message_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.archived_message_id_seq', 1, true);


--
-- Name: audit_entry_log_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.audit_entry_log_id_seq', 1, true);


--
-- Name: event_outbox_seq_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.event_outbox_seq_seq', 20, true);


--
-- Name: job_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.job_id_seq', 1, true);


--
-- Name: message_archive_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.message_archive_id_seq', 1, true);


--
-- Name: room_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.room_id_seq', 1, true);


--
-- Name: room_message_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.room_message_id_seq', 1, true);


--
-- Name: roster_version_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.roster_version_seq', 6, true);


--
-- Name: schema_migration_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.schema_migration_id_seq', 32, true);


--
-- Name: shared_group_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shared_group_id_seq', 1, true);


--
-- Name: webhook_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.webhook_id_seq', 1, true);


--
-- PostgreSQL database dump complete
--


