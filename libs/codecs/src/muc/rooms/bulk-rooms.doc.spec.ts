import { readBody } from '../../wire/read-body.js';
import { bulkResultsDoc, bulkRooms } from './bulk-rooms.doc.js';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const den = { roomName: 'den', resultType: 'Success', message: 'Room was successfully created' };
const read = (format: 'xml' | 'json', body: string) =>
  readBody(bulkRooms, format, Buffer.from(body));

it('writes results as the contract shows', () => {
  const results = { success: [den], failure: [], other: [] };
  expect(bulkResultsDoc.writeXml(results)).toBe(
    `${DECLARATION}<results><success><result><roomName>den</roomName><resultType>Success</resultType><message>Room was successfully created</message></result></success><failure/><other/></results>`,
  );
  expect(bulkResultsDoc.writeJson(results)).toBe(
    '{"success":[{"roomName":"den","resultType":"Success","message":"Room was successfully created"}],"failure":[],"other":[]}',
  );
});

describe.each(['xml', 'json'] as const)('results in pieces as %s', (format) => {
  const piecesOf = async (results: Parameters<typeof bulkResultsDoc.stream>[1]) => {
    const pieces: string[] = [];
    for await (const piece of bulkResultsDoc.stream(format, results)) pieces.push(piece);
    return pieces;
  };
  const many = Array.from({ length: 5000 }, (_, index) => ({ ...den, roomName: `a&${index}` }));
  const failed = { roomName: undefined, resultType: 'Failure', message: '<' };

  it.each([
    ['none', { success: [], failure: [], other: [] }],
    ['one', { success: [], failure: [failed], other: [] }],
    ['many', { success: many, failure: [failed, failed], other: [] }],
  ])('are the same: %s', async (_what, results) => {
    const whole =
      format === 'xml' ? bulkResultsDoc.writeXml(results) : bulkResultsDoc.writeJson(results);
    expect((await piecesOf(results)).join('')).toBe(whole);
  });

  it('are small', async () => {
    const pieces = await piecesOf({ success: many, failure: [], other: [] });
    expect(pieces.length).toBeGreaterThan(10);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(40_000);
  });
});

it('keeps the name of a room with a value that cannot be converted', async () => {
  const expected = [
    { draft: { roomName: 'a', maxUsers: 3, owners: ['ann'] }, fault: null },
    {
      draft: { roomName: 'b' },
      fault: expect.objectContaining({ message: 'Invalid value for maxUsers: abc' }) as unknown,
    },
    {
      draft: {},
      fault: expect.objectContaining({
        message: 'Invalid value for persistent: perhaps',
      }) as unknown,
    },
    { draft: { roomName: 'c' }, fault: null },
  ];
  expect(
    await read(
      'xml',
      '<chatRooms><chatRoom><roomName>a</roomName><maxUsers>3</maxUsers><owners><owner>ann</owner></owners></chatRoom><chatRoom><maxUsers>abc</maxUsers><roomName>b</roomName></chatRoom><chatRoom><persistent>perhaps</persistent></chatRoom><chatRoom><maxUsers>abc</maxUsers><maxUsers/><roomName>c</roomName></chatRoom></chatRooms>',
    ),
  ).toEqual(expected);
  expect(
    await read(
      'json',
      '{"chatRooms":[{"roomName":"a","maxUsers":"3","owners":"ann"},{"maxUsers":"abc","roomName":"b"},{"persistent":"perhaps"},{"roomName":"c","maxUsers":null}]}',
    ),
  ).toEqual(expected);
});

it.each([
  ['{"roomName":"a","password":[1]}', 'Invalid value for password'],
  ['{"roomName":"a","canAnyoneDiscoverJID":"x"}', 'Invalid value for canAnyoneDiscoverJID: x'],
  ['{"roomName":"a","creationDate":{}}', 'Invalid value for creationDate: an object'],
  ['{"roomName":"a","members":["b",[1]]}', 'Invalid value for members: a list'],
  [
    '{"roomName":"a","maxUsers":"' + 'x'.repeat(200) + '"}',
    `Invalid value for maxUsers: ${'x'.repeat(100)}`,
  ],
])('reports what is wrong with %s', async (room, fault) => {
  expect(await read('json', `{"chatRooms":[${room}]}`)).toEqual([
    { draft: { roomName: 'a' }, fault: expect.objectContaining({ message: fault }) },
  ]);
});

it('recognises entries that are not rooms', async () => {
  expect(await read('json', '{"chatRooms":["x",{"roomName":{}}]}')).toEqual([
    { draft: {}, fault: expect.objectContaining({ message: 'Invalid value for chatRooms: x' }) },
    {
      draft: {},
      fault: expect.objectContaining({ message: 'Invalid value for roomName: an object' }),
    },
  ]);
});

it('reads older names', async () => {
  const [den] = [{ draft: { roomName: 'a', owners: ['b', 'c'] }, fault: null }];
  expect(await read('json', '{"chatRooms":[{"roomName":"a","owner":["b","c"]}]}')).toEqual([den]);
  const xml = '<chatRoom><roomName>a</roomName><owner>b</owner><owner>c</owner></chatRoom>';
  expect(await read('xml', `<chatRooms>${xml}</chatRooms>`)).toEqual([den]);
});

it('reads the older JSON, and an absent list', async () => {
  const one = [{ draft: { roomName: 'a' }, fault: null }];
  expect(await read('json', '{"chatRooms":{"chatRoom":{"roomName":"a"}}}')).toEqual(one);
  expect(await read('json', '{"chatRooms":{"chatRoom":[{"roomName":"a"}]}}')).toEqual(one);
  expect(await read('json', '{}')).toEqual([]);
  expect(await read('xml', '<chatRooms/>')).toEqual([]);
  expect(await read('json', 'null')).toBeNull();
  await expect(read('json', '[]')).rejects.toThrow('Could not read the request body: ');
  await expect(read('xml', '<chatRoom/>')).rejects.toThrow('the root element must be chatRooms');
});
