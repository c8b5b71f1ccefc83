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
    ['name=&email', { name: '', email: '' }],
    ['flag=1&NAME=a&%6eame=b', { name: 'b' }],
    ['name=a=b', { name: 'a=b' }],
    ['=x&&', {}],
    ['name=%', { name: null }],
    ['name=%zz', { name: null }],
    ['name=%4', { name: null }],
    ['name=%4g', { name: null }],
    ['name=%g4', { name: null }],
    ['name=%%41', { name: null }],
    ['name=%4A%4a%2b%25', { name: 'JJ+%' }],
    ['name+=a& name=b&na%6De=c&%6e%6=d', { name: 'c' }],
    ['item%5Fjid=a%40b', { item_jid: 'a@b' }],
    ['name=%ff', { name: null }],
    ['name=a%00b', { name: null }],
    ['%ff=x&flag=%ff', {}],
    ['name=a&name=%ff', { name: 'a' }],
    ['name=%EF%BB%BFa', { name: '\ufeffa' }],
    ['name=%ED%A0%80', { name: null }],
  ])('reads %j', (query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  it('takes the query first and the form for what it omits', () => {
    expect(read('name=query', 'name=form&email=f%40x')).toEqual({ name: 'query', email: 'f@x' });
  });
});
