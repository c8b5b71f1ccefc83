#!/bin/sh
# certbot runs this for each certificate that it has renewed. That of the chat domain goes to Prosody and the services.
set -eu
[ -x /usr/bin/chat-admin ] || exit 0 # removed, not purged
domain=$(sed -n 's/^XMPP_DOMAIN=//p' /etc/chat-admin/chat-admin.conf | tail -n 1 | tr -d "\"'" | tr '[:upper:]' '[:lower:]')
case " $RENEWED_DOMAINS " in
  *" $domain "* | *" *.${domain#*.} "*) exec chat-admin certificate import "$RENEWED_LINEAGE" ;;
esac
