import { debian13Package } from './debian-13-package.js';

/** The path of Debian 13's kubectl; Debian 12's version knows an older Kustomize. */
export async function kubectl(): Promise<string> {
  return `${await debian13Package('kubernetes-client')}/usr/bin/kubectl`;
}
