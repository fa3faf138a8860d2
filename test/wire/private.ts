import { readLog } from './exchanges.ts'
import { findLeaks, inFields, inRecords } from './leaks.ts'

/** Looks in recorded exchanges for what somebody was told that is private to others: `npm run wire:private -- LOG…`. */
const LONGEST = 600
const logs = process.argv.slice(2)
if (logs.length === 0) throw new Error('name at least one log')
const exchanges = logs.flatMap(readLog)
const { leaks, rightly, unknown } = findLeaks(exchanges)
const counted = new Map<string, number>()
for (const leak of leaks) counted.set(leak, (counted.get(leak) ?? 0) + 1)
const lines = [...counted].map(([leak, count]) => `leak  ${leak.slice(0, LONGEST)}${count > 1 ? ` (x${count})` : ''}`)
// A row of the table that nothing ever comes by shows nothing.
const isIdle = (what: string) => !rightly.has(what)
const idle = [...inRecords, ...inFields].filter(isIdle)
const total = [...rightly.values()].reduce((sum, count) => sum + count, 0)
process.stdout.write(
  `${[
    ...lines,
    `never told to anybody: ${idle.join(', ')}`,
    `${exchanges.length} exchanges; private fields told ${total} times to those for whom they are, ${unknown} times in sessions that nobody knows; ${leaks.length} leaks`,
  ].join('\n')}\n`,
)
if (leaks.length > 0 || inRecords.every(isIdle) || inFields.every(isIdle)) process.exitCode = 1
