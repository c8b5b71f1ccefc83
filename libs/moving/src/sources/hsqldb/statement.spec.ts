import fc from 'fast-check';
import { tableDefinition } from './definitions.js';
import { BrokenStatement, conditions, escaped, insertedValues, unescaped } from './statement.js';

/** Any UTF-16 units, also lone halves of pairs, and what means something in a line. */
const text = fc.oneof(
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
    .map((units) => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom(
        "'",
        '\\',
        'u',
        '0041',
        '\n',
        '\0',
        '\x7f',
        ',',
        ')',
        ' AND ',
        'NULL',
        '--',
        '/*',
        'é',
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join('')),
);
const value = fc.oneof(
  text,
  fc.constant(null),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
);
const literal = (one: string | null | bigint) =>
  one === null ? 'NULL' : typeof one === 'bigint' ? String(one) : escaped(one);
const found = (one: string | null | bigint) => (typeof one === 'bigint' ? String(one) : one);

describe('A line of HSQLDB', () => {
  it('gives back any UTF-16 units, and is ASCII', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 8 }), (values) => {
        const line = `INSERT INTO T VALUES(${values.map(literal).join(',')})`;
        expect(line).toMatch(/^[\x20-\x7f]*$/);
        expect(insertedValues(line, 21, values.length)).toEqual(values.map(found));
      }),
      { numRuns: 2000 },
    );
  });

  it('gives back the conditions of a DELETE', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 6 }), (values) => {
        const parts = values.map((one, i) =>
          one === null ? `C${i} IS NULL` : `C${i}=${literal(one)}`,
        );
        const line = unescaped(`DELETE FROM T WHERE ${parts.join(' AND ')}`);
        expect([...conditions(line, 20)]).toEqual(values.map((one, i) => [`c${i}`, found(one)]));
      }),
      { numRuns: 1000 },
    );
  });

  it('is read as the engine wrote it', () => {
    const line = String.raw`INSERT INTO T VALUES('Zu sp\u00e4t \ \ud83d\ude48','trail\','it''s','\u005cu0041',TRUE,-5,'2026-11-22 08:02:16.173347',X'0a,''')`;
    expect(insertedValues(line, 21, 8)).toEqual([
      ...['Zu spät \\ 🙈', 'trail\\', "it's", '\\u0041', '1', '-5', '2026-11-22 08:02:16.173347'],
      "X'0a,'''",
    ]);
  });

  it.each([
    "'no end",
    "'a','b'",
    "'a',)",
    "'a',3",
    "'a',3)x",
    "'a',3))",
    "'a' 3)",
    "'a',maybe)",
    '',
    "'a',3,4)",
    'NULL)',
  ])('is refused when it is broken: %s', (rest) => {
    expect(() => insertedValues(`INSERT INTO T VALUES(${rest}`, 21, 2)).toThrow(BrokenStatement);
  });

  it('never ends otherwise, whatever it holds', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        for (const run of [
          () => insertedValues(a + b, 0, 3),
          () => conditions(a, 0),
          () => tableDefinition(`CREATE TABLE ${a}(${b})`),
        ]) {
          try {
            run();
          } catch (error) {
            expect(error).toBeInstanceOf(BrokenStatement);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('A table', () => {
  it('is what HSQLDB 2 declares', () => {
    expect(
      tableDefinition(
        `CREATE MEMORY TABLE PUBLIC.T(A VARCHAR(64) NOT NULL,"RANK" DECIMAL(10,2) DEFAULT 'a,)b',P CLOB(1G),CONSTRAINT T_PK PRIMARY KEY(A,"RANK"),UNIQUE(A))`,
      ),
    ).toEqual({ name: 't', columns: ['a', 'rank', 'p'], key: [0, 1], lobs: [2] });
  });

  it('is what HSQLDB 1.8 declares', () => {
    expect(
      tableDefinition('CREATE MEMORY TABLE JIVEID(IDTYPE INTEGER NOT NULL PRIMARY KEY,ID BIGINT)'),
    ).toEqual({
      ...{ name: 'jiveid', columns: ['idtype', 'id'], key: [0], lobs: [] },
    });
    expect(tableDefinition('CREATE USER SA PASSWORD ""')).toBeNull();
  });
});
