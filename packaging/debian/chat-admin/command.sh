#!/bin/sh
# The command, with the settings of the services: /etc/chat-admin/chat-admin.conf and, for root, the credentials.
CREDENTIALS_DIRECTORY=${CREDENTIALS_DIRECTORY:-/etc/chat-admin/credentials}
export CREDENTIALS_DIRECTORY
exec /usr/lib/chat-admin/node --env-file-if-exists=/etc/chat-admin/chat-admin.conf /usr/lib/chat-admin/cli.mjs "$@"
