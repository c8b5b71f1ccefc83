import { MessagesSquare, Server } from 'lucide-react';
import { screensOf } from '../shared/screens/screen';

const screen = screensOf('rooms');

export const roomsScreens = [
  screen({
    name: 'rooms',
    scope: 'rooms:read',
    nav: { group: 'rooms', icon: MessagesSquare, letter: 'r' },
    load: () => import('./room-list'),
  }),
  screen({
    name: 'newRoom',
    scope: 'rooms:write',
    load: () => import('./new-room'),
  }),
  screen({
    name: 'room',
    scope: 'rooms:read',
    load: () => import('./room-page'),
  }),
  screen({
    name: 'services',
    scope: 'rooms:read',
    nav: { group: 'rooms', icon: Server },
    load: () => import('./service-list'),
  }),
];
