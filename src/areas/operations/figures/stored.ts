import type { FigureRow } from '../../../generated/prisma/client.ts'
import { MINUTE } from '../../../kernel/clock.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type Period, saveFigures, sumNodeMinutes } from '../queries.ts'
import { isFigureKind } from './kinds.ts'
import { type Measure, mergeMeasures } from './measures.ts'

type Step = 'minute' | 'hour'

const numbersOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'number') : []

function measureOf({ at, values }: Pick<FigureRow, 'at' | 'values'>): Measure {
  const entries = Object.entries(Object(values))
  const known = entries.filter(([name, value]) => isFigureKind(name) && typeof value === 'number')
  return {
    at,
    values: Object.fromEntries(known),
    durations: numbersOf(entries.find(([name]) => name === 'durations')?.[1]),
  }
}

async function readStored({ db }: Pick<Scope, 'db'>, step: Step, { from, until }: Period): Promise<Measure[]> {
  const rows = await db.figureRow.findMany({ where: { step, at: { gte: from, lt: until } }, orderBy: { at: 'asc' } })
  return rows.map(measureOf)
}

/** What is stored of hours that are over. */
export const readHours = (scope: Pick<Scope, 'db'>, period: Period) => readStored(scope, 'hour', period)

/** What all processes have reported of minutes, and what was counted for the whole installation. */
export async function readMinutes(scope: Pick<Scope, 'db' | 'sql'>, period: Period): Promise<Measure[]> {
  const [stored, nodes] = await Promise.all([readStored(scope, 'minute', period), sumNodeMinutes(scope, period)])
  const reported = nodes.map(({ at, durations, ...values }): Measure => ({ at, values, durations }))
  return mergeMeasures([...stored, ...reported], MINUTE)
}

export const storeMeasures = (scope: Pick<Scope, 'sql'>, step: Step, measures: readonly Measure[]) =>
  saveFigures(
    scope,
    step,
    measures.map(({ at, values, durations }) => ({
      at,
      values: durations.length > 0 ? { ...values, durations } : values,
    })),
  )
