import type { CalendarEvent } from '../../../generated/prisma/client.ts'
import { isAdmin } from '../../../kernel/access.ts'
import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import { invalid } from '../../../kernel/failure.ts'
import type { InputRule } from '../../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { nameKey } from '../../accounts/account/names.ts'
import { groupTextRules } from '../../groups/group/create.ts'
import { assertOwnImage } from '../../groups/policy.ts'
import { assertRolesOfGroup } from '../../groups/roles/roles.ts'
import { MAX_DURATION } from '../period.ts'

type Content = Pick<
  CalendarEvent,
  | 'title'
  | 'description'
  | 'category'
  | 'accessType'
  | 'isDraft'
  | 'featured'
  | 'tags'
  | 'languages'
  | 'platforms'
  | 'roleIds'
  | 'imageId'
  | 'hostEarlyJoinMinutes'
  | 'guestEarlyJoinMinutes'
  | 'closeInstanceAfterEndMinutes'
  | 'usesInstanceOverflow'
>

/** What all dates of a series have in common, and a date that was edited has of its own. */
type EventContent = Content & Pick<CalendarEvent, 'searchKey'>
export type EventTimes = Pick<CalendarEvent, 'startsAt' | 'endsAt'>
/** The columns of an event after a change. */
export type ChangedEvent = EventContent & EventTimes & Pick<CalendarEvent, 'notifiesOnPublishing'>

type List = 'roleIds' | 'tags' | 'languages' | 'platforms'
type Plain = Omit<Content & EventTimes, List>

/** The given fields of an event; what is left out stands, or is as by default. */
export type GivenEvent = { readonly [K in keyof Plain]?: Plain[K] | undefined } & {
  readonly roleIds?: readonly string[] | null | undefined
  readonly tags?: readonly string[] | undefined
  readonly languages?: readonly string[] | undefined
  readonly platforms?: readonly string[] | undefined
}

const DEFAULTS: Omit<Content, 'title' | 'description' | 'category' | 'accessType'> = {
  isDraft: false,
  featured: false,
  tags: [],
  languages: [],
  platforms: [],
  roleIds: [],
  imageId: null,
  hostEarlyJoinMinutes: 60,
  guestEarlyJoinMinutes: 5,
  closeInstanceAfterEndMinutes: 5,
  usesInstanceOverflow: false,
}

/** The fields of an event as they are given, with what stands, or the defaults, where nothing is given. */
export function contentOf(scope: ViewerScope, given: GivenEvent, standing?: Content): EventContent {
  const base = { title: '', description: '', category: 'other', accessType: 'group', ...DEFAULTS, ...standing }
  const content: Content = {
    ...textsOf(given, base),
    ...listsOf(given, base),
    ...statesOf(scope, given, base),
    ...visitRulesOf(given, base),
  }
  return { ...content, searchKey: searchKeyOf(content) }
}

const textsOf = (given: GivenEvent, base: Content) => ({
  title: given.title ?? base.title,
  description: given.description ?? base.description,
  category: given.category ?? base.category,
  imageId: given.imageId === undefined ? base.imageId : given.imageId,
})

/** Roles limit events for the group alone. */
function listsOf(given: GivenEvent, base: Content) {
  const accessType = given.accessType ?? base.accessType
  const roleIds = given.roleIds === undefined ? base.roleIds : (given.roleIds ?? [])
  return {
    accessType,
    roleIds: accessType === 'public' ? [] : distinct(roleIds),
    tags: distinct(given.tags ?? base.tags),
    languages: distinct(given.languages ?? base.languages),
    platforms: distinct(given.platforms ?? base.platforms),
  }
}

/** Others than admins of the platform cannot feature an event, which is no reason to refuse the rest. */
const statesOf = (scope: ViewerScope, given: GivenEvent, base: Content) => ({
  isDraft: given.isDraft ?? base.isDraft,
  featured: (isAdmin(scope) ? given.featured : undefined) ?? base.featured,
})

const visitRulesOf = (given: GivenEvent, base: Content) => ({
  hostEarlyJoinMinutes: given.hostEarlyJoinMinutes ?? base.hostEarlyJoinMinutes,
  guestEarlyJoinMinutes: given.guestEarlyJoinMinutes ?? base.guestEarlyJoinMinutes,
  closeInstanceAfterEndMinutes: given.closeInstanceAfterEndMinutes ?? base.closeInstanceAfterEndMinutes,
  usesInstanceOverflow: given.usesInstanceOverflow ?? base.usesInstanceOverflow,
})

const distinct = (values: readonly string[]) => [...new Set(values)]

/** The content of an event among its other columns. */
export const pickContent = (row: Content): Content => ({
  title: row.title,
  description: row.description,
  category: row.category,
  accessType: row.accessType,
  isDraft: row.isDraft,
  featured: row.featured,
  tags: row.tags,
  languages: row.languages,
  platforms: row.platforms,
  roleIds: row.roleIds,
  imageId: row.imageId,
  hostEarlyJoinMinutes: row.hostEarlyJoinMinutes,
  guestEarlyJoinMinutes: row.guestEarlyJoinMinutes,
  closeInstanceAfterEndMinutes: row.closeInstanceAfterEndMinutes,
  usesInstanceOverflow: row.usesInstanceOverflow,
})

/** What clients that keep calendars need to know of a change. */
const COUNTED = ['startsAt', 'endsAt', 'title', 'description', 'isDraft'] as const

/** The number of an event's changes, raised by one of times, title, description or state. */
export const nextSequence = (standing: CalendarEvent, changed: ChangedEvent): number =>
  standing.sequence + Number(COUNTED.some((field) => String(standing[field]) !== String(changed[field])))

/** Whether a change moves an event. */
export const isMoved = (standing: EventTimes, { startsAt, endsAt }: EventTimes): boolean =>
  standing.startsAt.getTime() !== startsAt.getTime() || standing.endsAt.getTime() !== endsAt.getTime()

/** Title, description and tags as searches compare them. */
export const searchKeyOf = ({ title, description, tags }: Pick<Content, 'title' | 'description' | 'tags'>): string =>
  nameKey([title, description, ...tags].join('\n'))

const MAX_AHEAD = 366 * DAY

interface EventPlace {
  readonly groupId: string
  /** The event as it stands, if it is changed. */
  readonly standing?: (Content & EventTimes) | undefined
}

/** The rules for what is given of an event. */
export const eventRules = (
  scope: ViewerScope,
  given: GivenEvent,
  { groupId, standing }: Partial<EventPlace>,
): InputRule[] => [
  () => assertStart(scope, given.startsAt, standing),
  () => assertDuration({ ...standing, ...defined(given) }),
  ...groupTextRules({ languages: given.languages }),
  () => assertEarlyJoin({ ...DEFAULTS, ...standing, ...defined(given) }),
  () => assertRolesFit(given, standing),
  () => assertRolesOfGroup(scope, groupId ?? '', 'roleIds', given.roleIds ?? []),
  async () => {
    const { imageId } = given
    if (imageId != null && imageId !== standing?.imageId)
      await assertOwnImage(scope, 'imageId', imageId, scope.viewer.id)
  },
]

const defined = ({ startsAt, endsAt, hostEarlyJoinMinutes, guestEarlyJoinMinutes }: GivenEvent) => ({
  ...(startsAt && { startsAt }),
  ...(endsAt && { endsAt }),
  ...(hostEarlyJoinMinutes !== undefined && { hostEarlyJoinMinutes }),
  ...(guestEarlyJoinMinutes !== undefined && { guestEarlyJoinMinutes }),
})

/** Clients send all fields of an event that they change, also a start that has passed. */
function assertStart({ now }: ViewerScope, startsAt: Date | undefined, standing: EventTimes | undefined): void {
  if (!startsAt || startsAt.getTime() === standing?.startsAt.getTime()) return
  if (startsAt <= now) throw invalid('startsAt', 'Calendar Entry must start in the future', 'in_past')
  if (startsAt > addMilliseconds(now, MAX_AHEAD))
    throw invalid('startsAt', 'startsAt must be within a year', 'too_far_ahead')
}

function assertDuration({ startsAt, endsAt }: Partial<EventTimes>): void {
  if (!startsAt || !endsAt) return
  const duration = endsAt.getTime() - startsAt.getTime()
  if (duration <= 0) throw invalid('endsAt', 'endsAt must be after startsAt', 'wrong_order')
  if (duration > MAX_DURATION) throw invalid('endsAt', 'endsAt must be within 7 days of startsAt', 'too_far_ahead')
}

type EarlyJoin = Pick<Content, 'hostEarlyJoinMinutes' | 'guestEarlyJoinMinutes'>

function assertEarlyJoin({ hostEarlyJoinMinutes, guestEarlyJoinMinutes }: EarlyJoin): void {
  if (guestEarlyJoinMinutes > hostEarlyJoinMinutes)
    throw invalid(
      'guestEarlyJoinMinutes',
      'guestEarlyJoinMinutes must be at most hostEarlyJoinMinutes',
      'wrong_combination',
    )
}

function assertRolesFit({ roleIds, accessType }: GivenEvent, standing: Content | undefined): void {
  if (roleIds && roleIds.length > 0 && (accessType ?? standing?.accessType) === 'public')
    throw invalid('roleIds', 'roleIds must only be given for an event of access type group', 'wrong_combination')
}
