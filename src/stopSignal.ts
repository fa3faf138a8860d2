/** Resolves with the first stop signal; later ones have no effect. */
export const firstStopSignal = () =>
  new Promise<string>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve(signal))
  })
