import { joinTables } from '../contract/operation.ts'
import { busGap, type EventType } from '../kernel/events.ts'
import type { NotificationResponders } from '../kernel/notificationResponders.ts'
import { type ExportRules, isPersonal, type PersonalTable } from '../kernel/personalData.ts'
import { presenceEvents } from '../kernel/presence.ts'
import type { DeletionRequestHook } from '../kernel/scope.ts'
import { accountsArea } from './accounts/index.ts'
import type { ScheduledJob } from './area.ts'
import { avatarsArea } from './avatars/index.ts'
import { calendarArea } from './calendar/index.ts'
import { economyArea } from './economy/index.ts'
import { favoritesArea } from './favorites/index.ts'
import { filesArea } from './files/index.ts'
import { friendsArea } from './friends/index.ts'
import { groupsArea } from './groups/index.ts'
import { instancesArea } from './instances/index.ts'
import { inventoryArea } from './inventory/index.ts'
import { invitesArea } from './invites/index.ts'
import { jamsArea } from './jams/index.ts'
import { notificationsArea } from './notifications/index.ts'
import { operationsArea } from './operations/index.ts'
import { playerModerationsArea } from './playerModerations/index.ts'
import { printsArea } from './prints/index.ts'
import { profilesArea } from './profiles/index.ts'
import { propsArea } from './props/index.ts'
import { reportsArea } from './reports/index.ts'
import { rewardsArea } from './rewards/index.ts'
import { systemArea } from './system/index.ts'
import { usersArea } from './users/index.ts'
import { worldsArea } from './worlds/index.ts'

/** All areas, in the order of the API documents. The only list of them: everything else derives from it. */
export const areas = [
  accountsArea,
  usersArea,
  friendsArea,
  notificationsArea,
  filesArea,
  worldsArea,
  avatarsArea,
  groupsArea,
  calendarArea,
  instancesArea,
  favoritesArea,
  invitesArea,
  playerModerationsArea,
  propsArea,
  printsArea,
  reportsArea,
  jamsArea,
  profilesArea,
  inventoryArea,
  economyArea,
  rewardsArea,
  systemArea,
  operationsArea,
] as const

/** The whole contract: every operation by name. */
export const contract = joinTables(areas.map((area) => area.contract))

const merge = <V>(records: readonly Readonly<Record<string, V>>[]): Readonly<Record<string, V>> =>
  Object.fromEntries(records.flatMap((record) => Object.entries(record)))

/** The handler of each operation, by its name. */
export const handlers = merge(areas.map((area) => area.handlers))

/** The GraphQL type of the nodes whose ids are of a kind. */
export const nodeTypes = merge(areas.map((area) => area.nodeTypes ?? {}))

/** What answers to notifications mean, by type of notification, as the areas that send them say. */
export const responders: NotificationResponders = merge(areas.map((area) => area.responders ?? {}))

export const jobs = areas.flatMap((area): readonly ScheduledJob[] => area.jobs ?? [])

/** What the legacy websocket tells of events. */
export const frames = areas.flatMap((area) => area.frames ?? [])

/** Every declared event type. */
export const eventTypes: readonly EventType[] = [
  busGap,
  ...presenceEvents,
  ...areas.flatMap((area) => area.events ?? []),
]

/** What ends at once when the deletion of an account is requested. */
export const deletionHooks = areas.flatMap(({ deletionRequested }): readonly DeletionRequestHook[] =>
  deletionRequested ? [deletionRequested] : [],
)

/** What goes with an erased account beside what accounts and users keep themselves, in the order in which it goes. */
export const erasers = areas
  .flatMap((area) => area.accountErasure ?? [])
  .sort((a, b) => a.place - b.place)
  .map(({ erase }) => erase)

/** What the export of a person's data holds: every table of every area that holds something about people. */
export const exportRules: ExportRules = {
  tables: new Map(
    areas
      .flatMap((area) => Object.entries(area.personalData ?? {}))
      .flatMap(([name, table]): [string, PersonalTable][] => (table && isPersonal(table) ? [[name, table]] : [])),
  ),
  urls: areas.flatMap((area) => area.urlColumns ?? []),
}
