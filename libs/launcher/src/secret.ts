import { sharedSecret } from './shared-secret.js';

try {
  console.log(await sharedSecret(process.env));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
