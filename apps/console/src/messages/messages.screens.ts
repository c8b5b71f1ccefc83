import { Megaphone } from 'lucide-react';
import { screensOf } from '../shared/screens/screen';

const screen = screensOf('messages');

export const messagesScreens = [
  screen({
    name: 'messages',
    scope: 'messages:write',
    nav: { group: 'now', icon: Megaphone, letter: 'm' },
    load: () => import('./messages-page'),
  }),
];
