import type { ImpostorBuilder } from '../../kernel/impostors.ts'

/** Builds nothing: making an impostor takes an engine, which no backend holds. */
export const noImpostors: ImpostorBuilder = {
  name: 'none',
  isConnected: false,
  workers: 1,
  build: async () => {
    throw new Error('No impostor builder is connected.')
  },
}
