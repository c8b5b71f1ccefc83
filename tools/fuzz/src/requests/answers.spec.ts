import { gzipSync } from 'node:zlib';
import { judge } from './answers.js';
import type { FuzzRequest } from './api-requests.js';

const asked = (method: string, app: FuzzRequest['app'] = 'api'): FuzzRequest => ({
  app,
  method,
  target: '/',
  headers: {},
  body: null,
});
const answer = (status: number, type: string, text: string | Buffer, headers = {}) => ({
  status,
  headers: { 'content-type': type, ...headers },
  bytes: Buffer.from(text),
});
const ERROR = '<error><exception>NotFound</exception><message>None</message></error>';

describe('judge', () => {
  it.each([
    ['GET', 200, 'application/xml', '<users><user/></users>'],
    ['GET', 200, 'application/json', '{"users":[]}'],
    ['POST', 200, 'text/csv; charset=utf-8', 'username,password\nola,secret\n'],
    ['POST', 200, 'application/x-ndjson', '{"username":"ola"}\n{"username":"zoe"}\n'],
    ['POST', 200, 'application/zip', '\u0050\u004b'],
    ['GET', 200, 'image/png', '\u0089PNG'],
    ['PUT', 200, '', ''],
    ['HEAD', 404, 'application/xml', ''],
    ['GET', 404, 'application/xml', ERROR],
    ['GET', 404, 'application/json', '{"resource":"x","message":"None","exception":"NotFound"}'],
  ])('takes %s %d %s %s', (method, status, type, text) => {
    expect(judge(asked(method), answer(status, type, text)).fault).toBeNull();
  });

  it.each([
    [409, true],
    [400, true],
    [415, true],
    [404, false],
  ])('takes a detail where one may be: %d', (status, right) => {
    const text = '{"resource":"x","message":"No","exception":"X","detail":"why"}';
    const { fault } = judge(asked('POST'), answer(status, 'application/json', text));
    expect(fault === null).toBe(right);
  });

  it('tells the exception, also of a zipped document', () => {
    const zipped = answer(404, 'application/xml', gzipSync(ERROR), { 'content-encoding': 'gzip' });
    expect(judge(asked('GET'), zipped)).toEqual({
      fault: null,
      error: { exception: 'NotFound', message: 'None' },
    });
  });

  it.each([
    ['GET', 500, 'application/xml', ERROR],
    ['GET', 503, 'application/xml', ERROR],
    ['GET', 404, 'application/xml', ''],
    ['GET', 200, 'application/xml', '<users><user></users>'],
    ['GET', 200, 'application/xml', '<users>\u0001</users>'],
    ['GET', 200, 'application/json', '{"users":['],
    ['GET', 404, 'application/json', '{"message":"None"}'],
    ['GET', 404, 'application/xml', '<html/>'],
    ['GET', 200, 'text/html', 'yes'],
    ['GET', 404, 'text/csv', 'no'],
    ['GET', 404, 'text/html', 'no'],
  ])('does not take %s %d %s %s', (method, status, type, text) => {
    expect(judge(asked(method), answer(status, type, text)).fault).not.toBeNull();
  });

  it.each([
    ['<result>OK</result>', true],
    ['<error>UserNotFoundException</error>', true],
    ['<result>OK', false],
  ])('knows the answers of the user service: %s', (text, right) => {
    const { fault } = judge(asked('GET', 'userservice'), answer(200, 'text/xml', text));
    expect(fault === null).toBe(right);
  });
});
