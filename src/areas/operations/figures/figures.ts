import { assertStaff, isStaff } from '../../../kernel/access.ts'
import { DAY, HOUR, MINUTE } from '../../../kernel/clock.ts'
import { invalid } from '../../../kernel/failure.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { StaffPermission } from '../../../kernel/staff.ts'
import type { Period } from '../queries.ts'
import type { FigureKind } from './kinds.ts'
import { figureValue, type Measure, mergeMeasures } from './measures.ts'
import { readHours, readMinutes } from './stored.ts'

/** Milliseconds of the steps by which figures are shown. */
export const FIGURE_STEPS = {
  minute: MINUTE,
  quarterHour: 15 * MINUTE,
  hour: HOUR,
  threeHours: 3 * HOUR,
  day: DAY,
} as const
export type FigureStep = keyof typeof FIGURE_STEPS

/** Points of a figure in one answer: the minutes of a day. */
export const MOST_POINTS = DAY / MINUTE

interface FiguresQuery extends Period {
  readonly kinds: readonly FigureKind[]
  readonly step: FigureStep
}

interface FigurePoint {
  readonly at: Date
  readonly value: number
}

export interface Figure {
  readonly kind: FigureKind
  readonly points: readonly FigurePoint[]
}

/** The most points that a figure of a query can have. */
export const pointsOf = ({ from, until }: Period, step: FigureStep) =>
  Math.max(0, Math.ceil((until.getTime() - from.getTime()) / FIGURE_STEPS[step]) + 1)

/** Figures that others of the staff read, too, each with their permission. */
const READERS: Readonly<Partial<Record<FigureKind, StaffPermission>>> = {
  reportsOpen: 'reports',
  tokensMoved: 'economy',
}

function canReadKind(scope: ViewerScope, kind: FigureKind): boolean {
  const permission = READERS[kind]
  return permission !== undefined && isStaff(scope, permission)
}

/**
 * Reads figures over time, oldest points first; there is no point where nothing is known. Throws `forbidden` unless the viewer has
 * `operations`, for open reports alone `reports`, for moved tokens alone `economy`; `invalid` for more than 1,440 steps.
 */
export async function readFigures(scope: ViewerScope, { kinds, step, ...period }: FiguresQuery): Promise<Figure[]> {
  const wanted = [...new Set(kinds)]
  if (!wanted.every((kind) => canReadKind(scope, kind))) assertStaff(scope, 'operations')
  if (pointsOf(period, step) > MOST_POINTS + 1)
    throw invalid('from', `from: at most ${MOST_POINTS} steps before until`, {
      reason: 'too_many_entries',
      max: MOST_POINTS,
    })
  const measures = mergeMeasures(await readMeasures(scope, period, step), FIGURE_STEPS[step])
  return wanted.map((kind) => ({ kind, points: measures.flatMap((measure) => pointOf(kind, measure)) }))
}

function pointOf(kind: FigureKind, measure: Measure): FigurePoint[] {
  const value = figureValue(kind, measure)
  return value === null ? [] : [{ at: measure.at, value }]
}

/** Hours that are over are stored as such; minutes of later ones follow. */
async function readMeasures(
  scope: ViewerScope,
  { from, until }: Period,
  step: FigureStep,
): Promise<readonly Measure[]> {
  const stepLength = FIGURE_STEPS[step]
  const begin = new Date(Math.floor(from.getTime() / stepLength) * stepLength)
  if (stepLength < HOUR) return readMinutes(scope, { from: begin, until })
  const hours = await readHours(scope, { from: begin, until })
  const last = hours.at(-1)
  const stored = last ? new Date(last.at.getTime() + HOUR) : begin
  return [...hours, ...(await readMinutes(scope, { from: stored, until }))]
}
