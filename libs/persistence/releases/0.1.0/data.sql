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

INSERT INTO public.account (username, name, email, properties, created_at) VALUES ('admin', 'Admin', NULL, '[]', '2026-01-02 03:04:05+00');
INSERT INTO public.account (username, name, email, properties, created_at) VALUES ('ola', 'Ola N', 'ola@chat.example', '[{"key": "desk", "value": "4B"}]', '2026-01-02 03:04:06+00');


--
-- Data for Name: account_credential; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.account_credential (username, sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key, sha256_salt, sha256_iterations, sha256_stored_key, sha256_server_key) VALUES ('admin', '\x01', 4096, '\x02', '\x03', '\x04', 4096, '\x05', '\x06');
INSERT INTO public.account_credential (username, sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key, sha256_salt, sha256_iterations, sha256_stored_key, sha256_server_key) VALUES ('ola', '\x01', 4096, '\x02', '\x03', '\x04', 4096, '\x05', '\x06');


--
-- Data for Name: audit_entry; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.audit_entry (log_id, username, occurred_at, summary, node, details) OVERRIDING SYSTEM VALUE VALUES (1, 'admin', '2026-01-07 00:00:00+00', 'created user ola', 'node-1', 'ola');


--
-- Data for Name: chat_service; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.chat_service (name, description, hidden, history_max_number) VALUES ('conference', 'Public Chatrooms', false, 25);


--
-- Data for Name: departed_account; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.departed_account (username) VALUES ('gone');


--
-- Data for Name: user_group; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.user_group (name, description, shared) VALUES ('crew', 'Those on board', true);


--
-- Data for Name: group_member; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.group_member (group_name, jid, is_admin) VALUES ('crew', 'ola@chat.example', false);
INSERT INTO public.group_member (group_name, jid, is_admin) VALUES ('crew', 'admin@chat.example', true);


--
-- Data for Name: lockout; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.lockout (username, locked_at) VALUES ('ola', '2026-01-03 00:00:00+00');


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

INSERT INTO public.room_message (id, room_id, sent_at, nickname, sender, type, subject, body, stanza) OVERRIDING SYSTEM VALUE VALUES (1, 1, '2026-01-06 00:00:00+00', 'Captain', 'ola@chat.example', 'groupchat', NULL, 'Hi', '<message/>');


--
-- Data for Name: roster; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.roster (owner, version) VALUES ('admin', 1);
INSERT INTO public.roster (owner, version) VALUES ('ola', 4);


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


--
-- Data for Name: schema_object; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/accounts.sql', 'b1fc6ff486658429cb0f11aa63a030bce724205c627b1805702bc56371fd9438', '{"function engine.account_exists(pg_catalog.text)","function engine.accounts(pg_catalog.text,integer)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/append_message.sql', '785f3176dcd815419657792fc6a1fc6b4c5eb7ff0508ba5359f8a54c36df6660', '{"function engine.append_message(pg_catalog.text,pg_catalog.text,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/credentials.sql', '410d89b960f281a3d82872841694e0ff2b6879594e1c9d1c1013492877ba9912', '{"function engine.credentials(pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/delete_account.sql', 'bab037e19d1985d187dcc33ce8525a1cfe9a55f5e603c8ebab2b6151a9afb2f6', '{"function engine.delete_account(pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/forgotten.sql', '98254242da8ec5ad1aeaf0f0dcca4252ea38248ba39ffcbbf4d84dbaa262411f', '{"function engine.forgotten(pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/hello.sql', 'e7c33189285649733f963d0a5e35e10358e2370bb29a6afc482b3c472fe1f86a', '{"function engine.hello(integer,pg_catalog.text,boolean)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/messages.sql', '1737eb2eeccdfcd9e1da393eb8798c72914b9fde869a1526e7335659ff54dfc9', '{"function engine.messages(pg_catalog.text,pg_catalog.text,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/put_credentials.sql', '3beb5f9238fb0d394e2f4ca77f6cbaa3ed1c5529e86c1a9e8ff109327100dd81', '{"function engine.put_credentials(pg_catalog.text,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/put_room.sql', '4702ff588caf7144d09a98837eb7a99858a1392820a7212a64cd78abfb5cab93', '{"function engine.put_room(pg_catalog.text,pg_catalog.text,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/put_roster_item.sql', '4d52d5c2e1559d9e1ac1784a64044f5071717a63e1386c1b1fb5bdb61653e384', '{"function engine.put_roster_item(pg_catalog.text,pg_catalog.text,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/put_roster_requests.sql', '788a0a3bb2cec49f2b1d576f719420f67472716c5b35f5a3f22deb828bab2428', '{"function engine.put_roster_requests(pg_catalog.text,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/register_account.sql', 'fdff11ccca82172e7c43e20731fbc04aff452d099c231d47a574cb0c65ec1d6d', '{"function engine.register_account(pg_catalog.text,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/room.sql', 'cf9850cc325174b7924c8c3d05441c2394befb11c7da00f1405ba762b1f84836', '{"function engine.room(pg_catalog.text,pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/rooms.sql', '6bb777dd110ce78fe836da9829269401d3ce05dcfcae27e15bfb2e4b127a95bc', '{"function engine.remove_room(pg_catalog.text,pg_catalog.text,boolean)","function engine.public_rooms(pg_catalog.text,pg_catalog.text,integer)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/roster.sql', 'c813414236883b372437203d33089fb3e69b2a8dd7649c831216dcab3dffc1fd', '{"function engine.roster(pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/services.sql', 'f236ad8bb74ef91e66023fa4f8a1b6a7a353bb992e51bbb6e57ac7ac4e200f67', '{"function engine.services()"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/stale.sql', 'ba42c7987be786a6613e6b40a4f82a78a80800d2c2fdedff3302787a46845ed7', '{"function engine.stale(pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('engine/vcards.sql', '8c2e2a3d7f110a88695e9829e198a2e816ed0e2fa57d0bef3a47c5b768603942', '{"function engine.vcard(pg_catalog.text)","function engine.put_vcard(pg_catalog.text,pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('muc/affiliations.sql', '15d81eefb33b9310d916a6d997ea4c107c18df69ee1cdca4ff14512fd1a8c0f9', '{"function public.affiliations()","function public.put_room_affiliations(bigint,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('muc/conversation.sql', '64717913dbf8211af62589f3948f0e07ebb348d132196d9d15988b19c8023fc5', '{"function public.conversation(bigint,timestamp with time zone,timestamp with time zone,pg_catalog.text,bigint[])"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('muc/given_room.sql', '22b04348fc31e1962985de5b7e94a16a65039a216b21697e391b69a7f21aaddc', '{"function public.given_room(public.room,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('muc/message_id.sql', '490062c00960cbcb2cc3bf47bef44846419c91a41c842d8f5f654dac47a7822f', '{"function public.message_id(pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('muc/move_room.sql', '250cf2c0377d35a3cdaf159df7d46742c79f59c53e4b9c982cd807f64bbad067', '{"function public.move_room()","trigger room_move_room_on_update on public.room"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('muc/touch_rooms.sql', '6271c1f43abbd6bf57f1e4849a179b18b02595a9b2e0ea101ecf2857502a0ade', '{"function public.touch_rooms_of_affiliation()","function public.touch_rooms_of_group_members()","function public.touch_rooms(bigint[])","trigger room_affiliation_touch_rooms_of_affiliation_on_insert on public.room_affiliation","trigger room_affiliation_touch_rooms_of_affiliation_on_update on public.room_affiliation","trigger room_affiliation_touch_rooms_of_affiliation_on_delete on public.room_affiliation","trigger room_group_affiliation_touch_rooms_of_affiliation_on_insert on public.room_group_affiliation","trigger room_group_affiliation_touch_rooms_of_affiliation_on_update on public.room_group_affiliation","trigger room_group_affiliation_touch_rooms_of_affiliation_on_delete on public.room_group_affiliation","trigger group_member_touch_rooms_of_group_members_on_insert on public.group_member","trigger group_member_touch_rooms_of_group_members_on_update on public.group_member","trigger group_member_touch_rooms_of_group_members_on_delete on public.group_member"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('references/remove_jid_references.sql', 'a5aa204912612b87f04a1db4a6694e3c9b58d4c0acb952dafc59c0eb22092a5b', '{"function public.remove_jid_references(pg_catalog.text,pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('roles/admit_chat_engine.sql', '543819a29c8580b099bb96c838ab1efbcdfd5f3cc7e2eda92a193c257ea0f40c', '{"function public.admit_chat_engine(pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/drop_roster_requests_of_account.sql', 'a450c288d37fbd447ae47c40fe37e908f7bc8ae6067508de5d03287eef9f8f2e', '{"function public.drop_roster_requests_of_account()","trigger account_drop_roster_requests_of_account_on_update on public.account","trigger account_drop_roster_requests_of_account_on_delete on public.account"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/move_roster_of_item.sql', 'bfc092d0fc1f781e868e9eec5b9acab190d1509c2ed43ec9e17afb6b98e7f57f', '{"function public.move_roster_of_item()","trigger roster_item_move_roster_of_item_on_insert on public.roster_item","trigger roster_item_move_roster_of_item_on_update on public.roster_item","trigger roster_item_move_roster_of_item_on_delete on public.roster_item"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/move_rosters.sql', '4bcedfe024fdea8693e993645c9fca4363325702d8edceacc4fcb4bcd2b0b778', '{"function public.move_rosters(pg_catalog.text[])"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/move_rosters_of_group.sql', '04cbd44a19ede6534d6833e1c7e787be30a1e09ff04dde06a64c18ad209a815e', '{"function public.move_rosters_of_group()","trigger user_group_move_rosters_on_delete on public.user_group","trigger user_group_move_rosters_on_update on public.user_group"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/move_rosters_of_group_members.sql', '125ed743a01ec33f4a06fc6892569b06f92ddd66db731ef6eadd884af57fefd3', '{"function public.move_rosters_of_group_members()","trigger group_member_move_rosters_of_group_members_on_insert on public.group_member","trigger group_member_move_rosters_of_group_members_on_update on public.group_member","trigger group_member_move_rosters_of_group_members_on_delete on public.group_member"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/move_rosters_seeing_account.sql', '6e3b49115cfd347706e007686c54ca9f98061ceb80175291f8747e4208a42ba3', '{"function public.move_rosters_seeing_account()","trigger account_move_rosters_seeing_account_on_insert on public.account","trigger account_move_rosters_seeing_account_on_update on public.account","trigger account_move_rosters_seeing_account_on_delete on public.account"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/roster_entry.sql', '64baad1097291cbaaba00796c40feabdd781ccc0600ce578c4c36155ad2c04fd', '{"function public.roster_entry(pg_catalog.text,pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/settle_subscriptions.sql', 'a7ec486ad5f71b65f76a218b2f279cc3e59e0f6837b115c528176f552efbad50', '{"function public.settle_roster_item()","function public.settle_roster_request()","trigger roster_item_settle on public.roster_item","trigger roster_item_settle_request on public.roster_item"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/shared_contact.sql', '4fec5674affcd4848b5aa2c7caef0bce49f65f031808a7a70690ef9dd98bf608', '{"function public.shared_contact(pg_catalog.text,pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('rosters/subscriptions.sql', '62a2fef63926de4e74cced976ae5c4826c59de86067d84d10f2f93a8e73ba01d', '{"function public.subscription_name(smallint)","function public.subscription_code(pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('shared/base64.sql', 'c423ac9b91be10ceda3bdf652acf4d432fe86ffcb01c81fbaed7a0a1cf4cf754', '{"function public.base64(pg_catalog.bytea)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('shared/json_list.sql', 'e32e85714812ae5c5e32f489b644066eb1dce5ecd7c5fdaef8704f51e7461fc5', '{"function public.json_list(pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('shared/moments.sql', '893ead8505c70d9930bb6d0430fdf456aa58d6f672990f750c3e633e9fe6183c', '{"function public.unix_seconds(timestamp with time zone)","function public.moment_of(pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('system/administrators.sql', 'e219d2ba4c42b6fdcebc1df10d0a62225f51b0de690c8df63d6ebe1ff5586e87', '{"function public.administrator_name()","function public.listed_jid()"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('system/local_username.sql', 'b1ea92a84ed4bddd2dc4c3f62a1e80beb65aa3d5e6b761796e2f91b3d5202b48', '{"function public.local_username(pg_catalog.text,pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('system/notify_properties.sql', '167de426db84281b26870824538ed6732ec5bed928efc08ce445cd53a6e7ce0d', '{"function public.notify_properties()","trigger system_property_notify_properties on public.system_property","trigger system_property_notify_properties_on_truncate on public.system_property"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('system/service_domain.sql', '6f16d9b07543813e64269abee83de4015688f6e99f0b86e6467720acc56a6962', '{"function public.service_domain()"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('users/given_credentials.sql', 'b739d5a95c35ea435597c2ef9ca30e7c2ec6b8c8eb0c2e59411ad34c484164c4', '{"function public.given_credentials(pg_catalog.text,pg_catalog.jsonb)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('users/is_username.sql', '1fc7482d490f1c85bafa27aabcc55fcb03119c5d8c5e954a8d9030935c5458ad', '{"function public.is_username(pg_catalog.text)"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('users/note_departed_accounts.sql', '7bce1a5a9f58e477cc360ede096fd2219555dbf910c2517edfc60ab674e438f5', '{"function public.note_departed_accounts()","trigger account_note_departed_accounts_on_update on public.account","trigger account_note_departed_accounts_on_delete on public.account"}');
INSERT INTO public.schema_object (file, sha256, objects) VALUES ('users/notify_logins.sql', '9d43561123b709d27ccbed8fdd459c6dda4826f1857a4ab961c358ebd091ccba', '{"function public.notify_logins(pg_catalog.text[])","function public.notify_login_rows()","function public.notify_renamed_logins()","trigger account_credential_notify_login_rows_on_update on public.account_credential","trigger lockout_notify_login_rows_on_insert on public.lockout","trigger lockout_notify_login_rows_on_delete on public.lockout","trigger account_notify_login_rows_on_delete on public.account","trigger account_notify_renamed_logins_on_update on public.account"}');


--
-- Data for Name: system_property; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.system_property (key, value) VALUES ('adminConsole.access.allow-wildcards-in-excludes', 'true');
INSERT INTO public.system_property (key, value) VALUES ('plugin.restapi.enabled', 'true');
INSERT INTO public.system_property (key, value) VALUES ('plugin.restapi.httpAuth', 'secret');
INSERT INTO public.system_property (key, value) VALUES ('plugin.restapi.secret', 'secret-of-the-release');
INSERT INTO public.system_property (key, value) VALUES ('plugin.userservice.enabled', 'true');
INSERT INTO public.system_property (key, value) VALUES ('xmpp.domain', 'chat.example');


--
-- Data for Name: vcard; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.vcard (username, xml) VALUES ('ola', '<vCard xmlns="vcard-temp"><FN>Ola N</FN></vCard>');


--
-- Name: audit_entry_log_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.audit_entry_log_id_seq', 1, true);


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

SELECT pg_catalog.setval('public.roster_version_seq', 4, true);


--
-- Name: schema_migration_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.schema_migration_id_seq', 4, true);


--
-- PostgreSQL database dump complete
--


