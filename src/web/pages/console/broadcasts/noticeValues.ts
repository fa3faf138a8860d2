import { localTime, ownZone, timeOfLocal } from '../../../components/events/eventTimes.ts'
import type { ConsoleNoticeFragment, InfoPushCommand, InfoPushStatus } from '../../../generated/graphql.ts'

export const NOTICE_STATUSES = ['PUBLIC', 'PRIVATE', 'HIDDEN'] as const satisfies InfoPushStatus[]

export const NOTICE_COMMANDS = [
  'OPEN_URL',
  'SEARCH_WORLDS',
  'OPEN_SAFETY_MENU',
  'OPEN_SUPPORTER_MENU',
] as const satisfies InfoPushCommand[]

type Content = ConsoleNoticeFragment['data']

/** What the form of a notice has; empty texts for what is not given. */
export interface NoticeValues extends Record<string, unknown> {
  readonly slug: string
  readonly isEnabled: boolean
  readonly releaseStatus: InfoPushStatus
  readonly priority: number
  readonly tags: string[]
  /** On the clock of the viewer. */
  readonly startsAt: string
  readonly endsAt: string
  readonly data: {
    readonly name: string
    readonly description: string
    readonly imageUrl: string
    readonly template: string
    readonly version: string
    readonly article: { readonly text: string; readonly imageUrl: string }
    readonly onPressed: {
      readonly command: string
      /** One a line. */
      readonly parameters: string
    }
  }
}

export const NEW_NOTICE: NoticeValues = {
  ...{ slug: '', isEnabled: true, releaseStatus: 'PUBLIC', priority: 0, tags: [], startsAt: '', endsAt: '' },
  data: {
    ...{ name: '', description: '', imageUrl: '', template: '', version: '' },
    ...{ article: { text: '', imageUrl: '' }, onPressed: { command: '', parameters: '' } },
  },
}

const localOf = (time: string | null | undefined) => (time ? localTime(time, ownZone()) : '')
const timeOf = (local: string) => timeOfLocal(local, ownZone())?.toISOString() ?? null

const contentValues = ({ article, onPressed, ...data }: Content): NoticeValues['data'] => ({
  name: data.name ?? '',
  description: data.description ?? '',
  imageUrl: data.imageUrl ?? '',
  template: data.template ?? '',
  version: data.version ?? '',
  article: { text: article?.text ?? '', imageUrl: article?.imageUrl ?? '' },
  onPressed: { command: onPressed?.command ?? '', parameters: onPressed?.parameters.join('\n') ?? '' },
})

/** What the form of a notice begins with. */
export const noticeValuesOf = (notice: ConsoleNoticeFragment): NoticeValues => ({
  slug: notice.slug,
  isEnabled: notice.isEnabled,
  releaseStatus: notice.releaseStatus,
  priority: notice.priority,
  tags: [...notice.tags],
  startsAt: localOf(notice.startsAt),
  endsAt: localOf(notice.endsAt),
  data: contentValues(notice.data),
})

/** Leaves out empty texts. */
const given = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''))

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

function pressedOf({ command: wanted, parameters }: NoticeValues['data']['onPressed']) {
  const command = NOTICE_COMMANDS.find((one) => one === wanted)
  return command ? { onPressed: { command, parameters: linesOf(parameters) } } : {}
}

/** An article as it is sent; what is pressed in it stays as it was. */
function articleOf({ text, imageUrl }: NoticeValues['data']['article'], before: Content['article']) {
  const texts = given({ text, imageUrl })
  if (Object.keys(texts).length === 0) return {}
  const { command, parameters } = before?.onPressed ?? {}
  return { article: { ...texts, ...(command && { onPressed: { command, parameters: [...(parameters ?? [])] } }) } }
}

/** The row of worlds, which stays as it was. */
function rowOf(row: Content['contentList']) {
  if (!row) return {}
  const { name, platform, sortHeading, sortOrder, sortOwnership, index, tag, type } = row
  const optional = { ...(index !== null && { index }), ...(tag && { tag }), ...(type && { type }) }
  return { contentList: { name, platform, sortHeading, sortOrder, sortOwnership, ...optional } }
}

const contentOf = ({ article, onPressed, ...texts }: NoticeValues['data'], before: Content | null) => ({
  ...given(texts),
  ...articleOf(article, before?.article ?? null),
  ...pressedOf(onPressed),
  ...rowOf(before?.contentList ?? null),
})

/** What is sent of a changed form. `before` is the notice as it stands; null for a new one. */
export function noticeInputOf(values: Partial<NoticeValues>, before: ConsoleNoticeFragment | null) {
  const { isEnabled, releaseStatus, priority, tags, startsAt, endsAt, data } = values
  return {
    ...(isEnabled !== undefined && { isEnabled }),
    ...(releaseStatus !== undefined && { releaseStatus }),
    ...(priority !== undefined && { priority }),
    ...(tags !== undefined && { tags }),
    ...(startsAt !== undefined && { startsAt: timeOf(startsAt) }),
    ...(endsAt !== undefined && { endsAt: timeOf(endsAt) }),
    ...(data && { data: contentOf(data, before?.data ?? null) }),
  }
}

/** Whether everybody gets to see a notice, now or from its time on. */
export const isForAll = ({ isEnabled, releaseStatus }: NoticeValues): boolean => isEnabled && releaseStatus === 'PUBLIC'
