import { localTime, ownZone } from '../../../components/events/eventTimes.ts'
import type { JamPageFragment, JamType } from '../../../generated/graphql.ts'

const firstType = (): JamType => 'WORLD'

/** A jam before anything is entered. Times are local, such as `2030-01-31T18:00`; empty for none. */
export const NO_JAM = {
  title: '',
  description: '',
  moreInfo: '',
  isVisible: false,
  submissionsOpenedAt: '',
  submissionsClosedAt: '',
  winnersSelectedAt: '',
  closedAt: '',
  isContentGated: false,
  contentGateDate: '',
}
export type JamValues = typeof NO_JAM

export const NEW_JAM = { ...NO_JAM, type: firstType() }
export type NewJamValues = typeof NEW_JAM

export const TIMES = ['submissionsOpenedAt', 'submissionsClosedAt', 'winnersSelectedAt', 'closedAt'] as const

const localOf = (time: string | null | undefined) => (time ? localTime(time, ownZone()).slice(0, 16) : '')

/** The values of a jam that stands. */
export const valuesOf = (jam: JamPageFragment): JamValues => ({
  title: jam.title,
  description: jam.description,
  moreInfo: jam.moreInfo,
  isVisible: jam.isVisible,
  submissionsOpenedAt: localOf(jam.submissionsOpenedAt),
  submissionsClosedAt: localOf(jam.submissionsClosedAt),
  winnersSelectedAt: localOf(jam.winnersSelectedAt),
  closedAt: localOf(jam.closedAt),
  isContentGated: jam.isContentGated,
  contentGateDate: localOf(jam.contentGateDate),
})

const timeOf = (local: string) => (local === '' ? null : new Date(local).toISOString())

/** What is sent of the values that are given; an empty time clears it. */
export function inputOf<Given extends Partial<JamValues>>(values: Given) {
  const { submissionsOpenedAt, submissionsClosedAt, winnersSelectedAt, closedAt, contentGateDate, ...others } = values
  return {
    ...others,
    ...(submissionsOpenedAt !== undefined && { submissionsOpenedAt: timeOf(submissionsOpenedAt) }),
    ...(submissionsClosedAt !== undefined && { submissionsClosedAt: timeOf(submissionsClosedAt) }),
    ...(winnersSelectedAt !== undefined && { winnersSelectedAt: timeOf(winnersSelectedAt) }),
    ...(closedAt !== undefined && { closedAt: timeOf(closedAt) }),
    ...(contentGateDate !== undefined && { contentGateDate: timeOf(contentGateDate) }),
  }
}
