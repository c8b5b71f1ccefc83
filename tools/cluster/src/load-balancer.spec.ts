import { fill } from './load-balancer.js';

describe('fill', () => {
  const instances = [
    { name: 'a', port: 1, managementPort: 2 },
    { name: 'b', port: 3, managementPort: 4 },
  ];

  it('fills in values and repeats the lines of instances', () => {
    const template =
      'bind :{{port}}\n  server {{instance.name}} :{{instance.port}} port {{instance.managementPort}}\nend';
    expect(fill(template, { port: 9 }, instances)).toBe(
      'bind :9\n  server a :1 port 2\n  server b :3 port 4\nend',
    );
  });
});
