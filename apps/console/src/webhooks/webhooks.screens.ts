import { Webhook } from 'lucide-react';
import { screensOf } from '../shared/screens/screen';

const screen = screensOf('webhooks');

export const webhooksScreens = [
  screen({
    name: 'webhooks',
    scope: 'webhooks:read',
    nav: { group: 'security', icon: Webhook, letter: 'w' },
    load: () => import('./webhook-list'),
  }),
  screen({
    name: 'newWebhook',
    scope: 'webhooks:write',
    also: 'events:read',
    load: () => import('./new-webhook'),
  }),
  screen({
    name: 'webhook',
    scope: 'webhooks:read',
    load: () => import('./webhook-page'),
  }),
];
