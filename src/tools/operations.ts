import { contract } from '../areas/index.ts'
import type { Operation } from '../contract/operation.ts'

const rows = Object.entries<Operation>(contract)
const countOf = (origin: Operation['origin']) => rows.filter(([, row]) => row.origin === origin).length

/**
 * Prints the names of all operations that the contract serves, separated by commas; with `--count` how many the interface
 * documents, how many extend it, and how many only shipped clients know.
 */
if (process.argv.includes('--count'))
  console.log(`${countOf(undefined)} documented, ${countOf('extended')} extended, ${countOf('client')} of clients`)
else console.log(rows.map(([name]) => name).join(','))
