import { useInterval } from '@mantine/hooks'
import { useRef, useState } from 'react'
import type { ConsoleFiguresQuery, FigureKind } from '../../../generated/graphql.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { CONSOLE_FIGURES } from './documents.ts'
import { beginOf, RANGES, type Range } from './range.ts'

/** Milliseconds between two reads: figures change once a minute. */
const INTERVAL = 20_000

export type Figures = ConsoleFiguresQuery['figures']

/** Reads figures of a range again and again; those before are shown until then. */
export function useFigures(kinds: FigureKind[], range: Range) {
  const [now, setNow] = useState(Date.now)
  const variables = { kinds, from: beginOf(range, now), step: RANGES[range].step }
  const { data, refusal, reload } = usePanel(CONSOLE_FIGURES, variables)
  const shown = useRef<{ readonly range: Range; readonly figures: Figures } | null>(null)
  if (data) shown.current = { range, figures: data.figures }
  const again = () => {
    if (document.visibilityState !== 'visible') return
    setNow(Date.now())
    reload()
  }
  useInterval(again, INTERVAL, { autoInvoke: true })
  return { figures: shown.current?.range === range ? shown.current.figures : undefined, refusal, reload }
}

/** The figures by their times, oldest first. */
export function rowsOf(figures: Figures) {
  const rows = new Map<number, Map<FigureKind, number>>()
  for (const { kind, points } of figures)
    for (const { at, value } of points) {
      const time = new Date(at).getTime()
      const values = rows.get(time) ?? new Map<FigureKind, number>()
      rows.set(time, values.set(kind, value))
    }
  return [...rows].sort(([one], [other]) => one - other).map(([at, values]) => ({ at, values }))
}
