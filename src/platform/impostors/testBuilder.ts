import type { ImpostorBuilder } from '../../kernel/impostors.ts'

/** Answers each asset itself as its impostor, so that clients can load it and the path of real builders runs. */
export const testImpostors: ImpostorBuilder = {
  name: 'test',
  isConnected: true,
  workers: 1,
  build: async (_source, read) => ({ bytes: await read(), impostorizerVersion: 'plaza-test' }),
}
