import { assertSameAnswers } from './answers.ts'
import { compareRequests, type MeasuredSystem } from './compare.ts'
import { DEFAULT_ROWS } from './dataset.ts'
import { compareFanout, type Fanout, fanouts } from './fanout.ts'
import { isWantedBy, type Options } from './options.ts'
import { openSeededDatabase, type SeededDatabase } from './seededDatabase.ts'
import { withBothServers } from './servers.ts'
import { fanoutFaultsOf, faultsOf, tableHead, tableRow } from './table.ts'
import { rawRequestOf, type Task, tasksOn } from './tasks.ts'

/** Compares the servers by one task; returns what is worse than accepted. */
async function runTask(task: Task, system: MeasuredSystem, options: Options): Promise<string[]> {
  await assertSameAnswers(system, task)
  const result = await compareRequests(system, task.requests.map(rawRequestOf), options)
  const faults = options.against ? [] : faultsOf(task, result)
  console.log(tableRow(task, result, faults))
  return faults
}

async function runFanout(fanout: Fanout, { url }: SeededDatabase, system: MeasuredSystem, options: Options) {
  const result = await compareFanout(url, fanout, system, options)
  const faults = fanoutFaultsOf(fanout, result)
  console.log(tableRow(fanout, result, faults))
  return faults
}

/**
 * Compares the built server with the baseline server, or with that of another checkout, on the same database. Returns what
 * is worse than accepted.
 */
export async function compareServers(options: Options): Promise<string[]> {
  const isWanted = isWantedBy(options)
  const allTasks = tasksOn(DEFAULT_ROWS)
  const tasks = allTasks.filter(isWanted)
  // Two servers of the product would hear each other's events.
  const measuredFanouts = options.against ? [] : fanouts.filter(isWanted)
  if (tasks.length + measuredFanouts.length === 0) {
    console.error(
      ['No task has such a name. There are:', ...[...allTasks, ...fanouts].map(({ name }) => name)].join('\n  '),
    )
    return ['no task']
  }
  const database = await openSeededDatabase()
  const work = async (system: MeasuredSystem) => {
    console.log(tableHead(options.against ? 'other' : 'baseline'))
    const faults: string[] = []
    for (const task of tasks) faults.push(...(await runTask(task, system, options)))
    for (const fanout of measuredFanouts) faults.push(...(await runFanout(fanout, database, system, options)))
    return faults
  }
  return await withBothServers({ database, against: options.against }, work).finally(() => database.drop())
}
