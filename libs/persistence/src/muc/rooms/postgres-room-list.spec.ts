import { roomListSuite } from '@chat-admin/port-suites/room-list-suite';
import { perSuite } from '../../../test/open-database.js';

roomListSuite(perSuite());
