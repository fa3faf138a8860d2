import { type Figures, median } from './compare.ts'

/** The factor by which a cost may grow from the smallest to the largest size. */
const MAX_GROWTH = 1.2

/** The costs of one request at each of several sizes. */
export interface SizedCosts {
  readonly name: string
  /** Turns of measurements; each has microseconds of CPU time for each size, the smallest first. */
  readonly turns: readonly (readonly number[])[]
}

/** Microseconds of CPU time of server and database per request; on a busy machine steadier than requests per second. */
export const costOf = ({ cpu, databaseCpu }: Figures) => cpu + databaseCpu

const cell = (text: string | number) => String(text).padStart(12)

/** Prints the head of a table of costs. */
export function printSizes(title: string, sizes: readonly number[]): void {
  const heads = sizes.map((size) => cell(size.toLocaleString('en')))
  console.log(`\n${title.padEnd(44)}${heads.join('')}${cell('growth')}`)
}

/** Prints a row of the table: medians over the turns; returns what grows more than accepted. */
export function printCosts({ name, turns }: SizedCosts): string[] {
  const growth = median(turns.map((costs) => (costs.at(-1) ?? 0) / (costs[0] ?? 1)))
  const costs = (turns[0] ?? []).map((_, size) => median(turns.map((each) => each[size] ?? 0)))
  const figures = [...costs.map((cost) => cost.toFixed(0)), growth.toFixed(2)].map(cell).join('')
  const faults = growth > MAX_GROWTH ? [`grows by more than ${Math.round((MAX_GROWTH - 1) * 100)} %`] : []
  console.log([name.padEnd(44) + figures, ...faults].join('  '))
  return faults
}
