import { runCli } from '../../cli/childProcesses.ts'

/** Environment variables that name the database of a campaign. */
type Place = Readonly<Record<string, string>>

/** What the command `economy check` finds in the database of a campaign; nothing in balanced books. Servers may run. */
export async function economyFaults(place: Place): Promise<string[]> {
  const { code, out, err } = await runCli(place, 'economy', 'check')
  return code === 0 ? [] : [out + err]
}

/** Prints what `economy check` finds in the database of a campaign, which fails unless the books are balanced. */
export async function reportEconomy(place: Place): Promise<void> {
  const faults = await economyFaults(place)
  for (const fault of faults) console.error(fault)
  console.log(`economy check: ${faults.length === 0 ? 'balanced' : 'NOT balanced'}`)
  if (faults.length > 0) process.exitCode = 1
}
