// F0: bare Fastify, always the same answer.
import { fastify } from 'fastify';
import { serve } from './floor.js';

const app = fastify();
app.all('/*', (_request, reply) => {
  reply.header('Content-Type', 'application/json').send('{"alive":true}');
});
await serve(app);
