import { Group } from 'lucide-react';
import { screensOf } from '../shared/screens/screen';

const screen = screensOf('groups');

export const groupsScreens = [
  screen({
    name: 'groups',
    scope: 'groups:read',
    nav: { group: 'people', icon: Group, letter: 'o' },
    load: () => import('./group-list'),
  }),
  screen({
    name: 'newGroup',
    scope: 'groups:write',
    load: () => import('./new-group'),
  }),
  screen({
    name: 'group',
    scope: 'groups:read',
    load: () => import('./group-page'),
  }),
];
