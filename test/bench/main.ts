import { compareServers } from './compareServers.ts'
import { type Mode, type Options, readOptions, USAGE } from './options.ts'
import { measureGrowth } from './scale.ts'
import { deleteDatabases } from './seededDatabase.ts'
import { soak } from './soak.ts'
import { measureStart } from './start.ts'
import { compareWorkers } from './workers.ts'

/** All benches; each returns what is worse than accepted. */
const BENCHES: Readonly<Record<Mode, (options: Options) => Promise<readonly string[]>>> = {
  compare: compareServers,
  scale: async (options) => {
    const numbers = Number(options.filters[0])
    if (!(numbers > 0)) return measureGrowth(options)
    return (await import('./greatNumbers.ts')).measureGreatNumbers(options, numbers)
  },
  start: measureStart,
  soak,
  workers: compareWorkers,
  // These import the whole server, which is not loaded for the others: it would take memory of the load generator.
  purchases: async (options) => (await import('./purchases.ts')).measurePurchases(options),
  economy: async () => (await import('./economy.ts')).measureEconomy(),
  console: async () => [
    ...(await (await import('./figures.ts')).measureFigures()),
    ...(await (await import('./consolePages.ts')).measureConsolePages()),
  ],
  drop: async () => {
    await deleteDatabases()
    return []
  },
  help: async () => {
    console.log(USAGE)
    return []
  },
}

const options = readOptions(process.argv.slice(2))
const faults = await BENCHES[options.mode](options)
if (faults.length > 0) process.exitCode = 1
