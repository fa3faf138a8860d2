import { readExchangeLog } from './exchangeLog.ts'
import { fieldRuleNames, findLeaks, recordRuleNames } from './leaks.ts'

/** Searches recorded exchanges for private data sent to viewers who may not see it: `npm run wire:private -- LOG…`. */
/** Characters of a leak that are printed. */
const MAX_LENGTH = 600
const logs = process.argv.slice(2)
if (logs.length === 0) throw new Error('usage: npm run wire:private -- LOG…')
const exchanges = logs.flatMap(readExchangeLog)
const { leaks, permitted, unknown } = findLeaks(exchanges)
const counts = new Map<string, number>()
for (const leak of leaks) counts.set(leak, (counts.get(leak) ?? 0) + 1)
const lines = [...counts].map(([leak, count]) => `leak  ${leak.slice(0, MAX_LENGTH)}${count > 1 ? ` (x${count})` : ''}`)
// A rule that no exchange matches proves nothing.
const isUnmatched = (rule: string) => !permitted.has(rule)
const unmatched = [...recordRuleNames, ...fieldRuleNames].filter(isUnmatched)
const total = [...permitted.values()].reduce((sum, count) => sum + count, 0)
process.stdout.write(
  `${[
    ...lines,
    `rules that no exchange matched: ${unmatched.join(', ')}`,
    `${exchanges.length} exchanges; private fields sent ${total} times to permitted viewers, ${unknown} times in sessions of unknown users; ${leaks.length} leaks`,
  ].join('\n')}\n`,
)
if (leaks.length > 0 || recordRuleNames.every(isUnmatched) || fieldRuleNames.every(isUnmatched)) process.exitCode = 1
