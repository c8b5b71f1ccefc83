import { messageArchiveSuite } from '@chat-admin/port-suites/message-archive-suite';
import { perSuite } from '../../test/open-database.js';

messageArchiveSuite(perSuite());
