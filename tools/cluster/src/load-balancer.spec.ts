import { fill } from './load-balancer.js';

describe('fill', () => {
  const instances = [
    { name: 'a', host: 'x', port: 1, managementPort: 2 },
    { name: 'b', host: 'y', port: 3, managementPort: 4 },
  ];

  it('fills in values and repeats the lines of instances', () => {
    const template =
      'bind :{{port}}\n  server {{instance.name}} {{instance.host}}:{{instance.port}} port {{instance.managementPort}}\nend';
    expect(fill(template, { port: 9 }, instances)).toBe(
      'bind :9\n  server a x:1 port 2\n  server b y:3 port 4\nend',
    );
  });
});
