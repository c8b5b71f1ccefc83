-- The role of the chat server, for psql: as often as wanted.
\set password `cat /run/secrets/chat-password`
select 'create role chat_engine login' where not exists (select from pg_roles where rolname = 'chat_engine') \gexec
alter role chat_engine password :'password';
select admit_chat_engine('chat_engine');
