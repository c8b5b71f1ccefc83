import { chatServiceSuite } from '@chat-admin/port-suites/chat-service-suite';
import { perSuite } from '../../../test/open-database.js';

chatServiceSuite(perSuite());
