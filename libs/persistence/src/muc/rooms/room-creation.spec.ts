import { roomCreationSuite } from '@chat-admin/port-suites/room-creation-suite';
import { perSuite } from '../../../test/open-database.js';

roomCreationSuite(perSuite());
