export * from '@chat-admin/portable/xml/element';
