import { FIGURE_KINDS, FIGURES, type FigureKind, type FigureValues } from './kinds.ts'
import { percentileOf } from './percentile.ts'

/** What was measured in a minute, or in a longer time that begins then. */
export interface Measure {
  readonly at: Date
  /** Without percentiles, which follow from the durations. */
  readonly values: FigureValues
  /** Requests by the time that they took, a number for each bucket; empty where no process has reported. */
  readonly durations: readonly number[]
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

function mergedValue(kind: FigureKind, measures: readonly Measure[]): number | null {
  const known = measures.flatMap(({ values }) => values[kind] ?? [])
  const { merge } = FIGURES[kind]
  if (known.length === 0 || merge === 'percentile') return null
  return merge === 'sum' ? sumOf(known) : sumOf(known) / known.length
}

function mergedDurations(measures: readonly Measure[]): number[] {
  const most = Math.max(0, ...measures.map(({ durations }) => durations.length))
  return Array.from({ length: most }, (_, at) => sumOf(measures.map(({ durations }) => durations[at] ?? 0)))
}

function merged(at: Date, measures: readonly Measure[]): Measure {
  const values = FIGURE_KINDS.flatMap((kind): [FigureKind, number][] => {
    const value = mergedValue(kind, measures)
    return value === null ? [] : [[kind, value]]
  })
  return { at, values: Object.fromEntries(values), durations: mergedDurations(measures) }
}

/** Brings measures together by steps of so many milliseconds since 1970, oldest first. */
export function mergeMeasures(measures: readonly Measure[], step: number): Measure[] {
  const byStep = new Map<number, Measure[]>()
  for (const measure of measures) {
    const at = Math.floor(measure.at.getTime() / step) * step
    const known = byStep.get(at)
    if (known) known.push(measure)
    else byStep.set(at, [measure])
  }
  return [...byStep].sort(([one], [other]) => one - other).map(([at, of]) => merged(new Date(at), of))
}

const PERCENTILES = { requestP50Ms: 0.5, requestP95Ms: 0.95 } as const

/** The value of a figure; null where it is not known. */
export function figureValue(kind: FigureKind, { values, durations }: Measure): number | null {
  if (kind === 'requestP50Ms' || kind === 'requestP95Ms') return percentileOf(durations, PERCENTILES[kind])
  return values[kind] ?? null
}
