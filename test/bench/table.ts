import type { BothSides, Comparison, Figures } from './compare.ts'
import type { Measure } from './tasks.ts'

/** Times the baseline's 99th percentile that a delivery of events may take. */
export const MAX_P99_RATIO = 3

const NAME_WIDTH = 26
const cell = (text: string | number, width = 9) => String(text).padStart(width)
const pair = (text: BothSides<string>) => cell(text.product) + cell(text.baseline)

const GROUPS = ['requests/s', 'CPU µs server', 'CPU µs database', 'p50 ms', 'p99 ms'] as const

/** The head of the table; each pair of columns has the figures of the product and of the other server. */
export function tableHead(other: 'baseline' | 'other'): string {
  const groups = GROUPS.map((name) => name.padStart(18)).join('')
  const sides = pair({ product: 'product', baseline: other }).repeat(GROUPS.length)
  const ratios = ['ratio', 'of CPU', 'aim', 'least'].map((name) => cell(name, 7)).join('')
  return `${' '.repeat(NAME_WIDTH)}${groups}\n${'per request'.padEnd(NAME_WIDTH)}${sides}${ratios}`
}

/** A row of the table, which says what is worse than accepted. */
export function tableRow({ name, aim, least }: Measure, comparison: Comparison, faults: readonly string[]): string {
  const both = (format: (figures: Figures) => string) =>
    pair({ product: format(comparison.product), baseline: format(comparison.baseline) })
  const figures = [
    both(({ perSecond }) => perSecond.toFixed(0)),
    both(({ cpu }) => microseconds(cpu)),
    both(({ databaseCpu }) => microseconds(databaseCpu)),
    both(({ p50 }) => p50.toFixed(2)),
    both(({ p99 }) => p99.toFixed(2)),
  ]
  const { ratio, cpuRatio } = comparison
  const ratios = [ratio, cpuRatio, aim, least].map((one) => cell(one.toFixed(2), 7)).join('')
  return [name.padEnd(NAME_WIDTH) + figures.join('') + ratios, ...faults].join('  ')
}

/** Microseconds, small ones to a tenth. */
const microseconds = (time: number) => time.toFixed(time < 20 ? 1 : 0)

/** What is worse than accepted; empty when nothing is. */
export const faultsOf = ({ least }: Measure, { ratio, cpuRatio }: Comparison): string[] => [
  ...(ratio < least ? ['below least'] : []),
  ...(cpuRatio < least ? ['CPU below least'] : []),
]

/** Also faults a 99th percentile far above the baseline's. */
export const fanoutFaultsOf = (measure: Measure, comparison: Comparison): string[] => [
  ...faultsOf(measure, comparison),
  ...(comparison.product.p99 > MAX_P99_RATIO * comparison.baseline.p99
    ? [`p99 above ${MAX_P99_RATIO} x baseline`]
    : []),
]
