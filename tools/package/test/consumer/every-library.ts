// Imports from each library, so that the types of all are compiled and each is loaded.
import { createChatAdminClient } from '@chat-admin/client';
import { loadConfig } from '@chat-admin/configuration/load-config';
import { ScramPasswordHasher } from '@chat-admin/credentials/scram-password-hasher';
import { createDataSource } from '@chat-admin/persistence/schema/data-source';
import { sqlFiles } from '@chat-admin/persistence/schema/sql-files';
import { exportXep0227 } from '@chat-admin/portable/xep0227/export-xep0227';
import { openPersistence } from '@chat-admin/server/composition/open-persistence';
import { ProsodyChatServer } from '@chat-admin/prosody-bridge/prosody-chat-server';

const loaded = [
  createChatAdminClient,
  loadConfig,
  ScramPasswordHasher,
  createDataSource,
  exportXep0227,
  openPersistence,
  ProsodyChatServer,
];
console.log(JSON.stringify({ loaded: loaded.map(({ name }) => name), sql: sqlFiles().length > 0 }));
