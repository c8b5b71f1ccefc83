import { keyRepositorySuite } from '@chat-admin/port-suites/key-repository-suite';
import { perSuite } from '../../test/open-database.js';

keyRepositorySuite(perSuite());
