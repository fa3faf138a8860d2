import { compareServers } from './compareServers.ts'
import { type Options, readOptions } from './options.ts'
import { measureGrowth } from './scale.ts'
import { deleteDatabases } from './seededDatabase.ts'
import { soak } from './soak.ts'
import { measureStart } from './start.ts'

/** Runs the wanted bench; returns what is worse than accepted. */
async function run(options: Options): Promise<readonly string[]> {
  switch (options.mode) {
    case 'scale':
      return measureGrowth(options)
    case 'start':
      return measureStart()
    case 'soak':
      return soak(options)
    case 'drop':
      await deleteDatabases()
      return []
    default:
      return compareServers(options)
  }
}

const faults = await run(readOptions(process.argv.slice(2)))
if (faults.length > 0) process.exitCode = 1
