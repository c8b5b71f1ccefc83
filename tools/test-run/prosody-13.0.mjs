// Specs start the first Prosody of the PATH: here that of Debian 13.
import { prosodyOfDebian13 } from '@chat-admin/debian-programs/debian-13';

process.env.PATH = `${await prosodyOfDebian13()}:${process.env.PATH}`;
process.env.TEST_PROSODY = '13.0';
