#!/bin/sh
# The command, with the settings of the services: /etc/chat-admin/chat-admin.conf and, for root, the credentials.
CREDENTIALS_DIRECTORY=${CREDENTIALS_DIRECTORY:-/etc/chat-admin/credentials}
export CREDENTIALS_DIRECTORY
owner=/etc/chat-admin/owner/database-migration-url
if [ -z "${DATABASE_MIGRATION_URL-}${DATABASE_MIGRATION_URL_FILE-}" ] && [ -r "$owner" ]; then
  export DATABASE_MIGRATION_URL_FILE="$owner"
fi
exec /usr/lib/chat-admin/node --env-file-if-exists=/etc/chat-admin/chat-admin.conf /usr/lib/chat-admin/cli.mjs "$@"
