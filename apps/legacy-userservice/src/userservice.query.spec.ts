import { readParameters } from './userservice.query.js';

const read = (query: string, form = '') =>
  Object.fromEntries(readParameters(query, Buffer.from(form)));

describe('readParameters', () => {
  it.each([
    ['type=add&username=ann', { type: 'add', username: 'ann' }],
    ['name=Ann+B%20C%2B', { name: 'Ann B C+' }],
    ['name=J%C3%BCrgen', { name: 'Jürgen' }],
    [Buffer.from('name=Jürgen').toString('latin1'), { name: 'Jürgen' }],
    ['name=a&name=b', { name: 'a' }],
    ['name=&flag', { name: '', flag: '' }],
    ['name=a=b', { name: 'a=b' }],
    ['=x&&', {}],
    ['name=%', { name: null }],
    ['name=%zz', { name: null }],
    ['name=%ff', { name: null }],
    ['name=a%00b', { name: null }],
    ['%ff=x', {}],
    ['name=%ED%A0%80', { name: null }],
  ])('reads %j', (query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  it('takes the query first and the form for what it leaves out', () => {
    expect(read('name=query', 'name=form&email=f%40x')).toEqual({ name: 'query', email: 'f@x' });
  });
});
