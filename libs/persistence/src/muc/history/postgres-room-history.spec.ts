import { roomHistorySuite } from '@chat-admin/port-suites/room-history-suite';
import { perSuite } from '../../../test/open-database.js';

roomHistorySuite(perSuite());
