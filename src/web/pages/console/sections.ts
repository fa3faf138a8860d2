import {
  IconActivity,
  IconAdjustments,
  IconAward,
  IconBuildingStore,
  IconChartLine,
  IconCoins,
  IconEyeOff,
  IconFlag,
  IconHistory,
  IconKey,
  IconMail,
  IconMessage2,
  IconPackages,
  IconScale,
  IconServer,
  IconSettingsCog,
  IconSpeakerphone,
  IconTrophy,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react'
import type { StaffPermission } from '../../generated/graphql.ts'

/** Every permission of the staff, in the order in which they are shown. */
export const STAFF_PERMISSIONS = [
  'REPORTS',
  'PEOPLE',
  'CONTENT',
  'ECONOMY',
  'CONFIGURATION',
  'OPERATIONS',
] as const satisfies StaffPermission[]

/** The pages of the console, each with the permissions of which one opens it. */
export const CONSOLE_PAGES = [
  { to: '/console/reports', name: 'reports', Icon: IconFlag, anyOf: ['REPORTS'] },
  { to: '/console/appeals', name: 'appeals', Icon: IconScale, anyOf: ['REPORTS'] },
  { to: '/console/content', name: 'content', Icon: IconEyeOff, anyOf: ['CONTENT', 'REPORTS'] },
  { to: '/console/worlds', name: 'worlds', Icon: IconWorld, anyOf: ['CONTENT', 'REPORTS'] },
  { to: '/console/groups', name: 'groups', Icon: IconUsersGroup, anyOf: ['CONTENT', 'REPORTS'] },
  { to: '/console/assets', name: 'assets', Icon: IconPackages, anyOf: ['CONTENT'] },
  { to: '/console/overview', name: 'overview', Icon: IconChartLine, anyOf: ['OPERATIONS'] },
  { to: '/console/jobs', name: 'jobs', Icon: IconActivity, anyOf: ['OPERATIONS'] },
  { to: '/console/mails', name: 'mails', Icon: IconMail, anyOf: ['OPERATIONS'] },
  { to: '/console/nodes', name: 'nodes', Icon: IconServer, anyOf: ['OPERATIONS'] },
  { to: '/console/broadcasts', name: 'broadcasts', Icon: IconSpeakerphone, anyOf: ['OPERATIONS'] },
  { to: '/console/settings', name: 'settings', Icon: IconAdjustments, anyOf: ['OPERATIONS', 'CONFIGURATION'] },
  { to: '/console/economy', name: 'economy', Icon: IconCoins, anyOf: ['ECONOMY'] },
  { to: '/console/catalogue', name: 'catalogue', Icon: IconBuildingStore, anyOf: ['ECONOMY'] },
  { to: '/console/jams', name: 'jams', Icon: IconTrophy, anyOf: ['CONTENT'] },
  { to: '/console/people', name: 'people', Icon: IconUsers, anyOf: ['PEOPLE'] },
  { to: '/console/configuration', name: 'configuration', Icon: IconSettingsCog, anyOf: ['CONFIGURATION'] },
  { to: '/console/badges', name: 'badges', Icon: IconAward, anyOf: ['CONFIGURATION', 'PEOPLE'] },
  { to: '/console/permissions', name: 'permissions', Icon: IconKey, anyOf: ['CONFIGURATION', 'PEOPLE'] },
  { to: '/console/reasons', name: 'reasons', Icon: IconMessage2, anyOf: ['REPORTS', 'CONFIGURATION'] },
  { to: '/console/audit', name: 'audit', Icon: IconHistory, anyOf: STAFF_PERMISSIONS },
  { to: '/console/staff', name: 'staff', Icon: IconUserShield, anyOf: STAFF_PERMISSIONS },
] as const

export type ConsolePage = (typeof CONSOLE_PAGES)[number]

/** The pages that somebody with these permissions may open. */
export const pagesFor = (permissions: readonly StaffPermission[]): readonly ConsolePage[] =>
  CONSOLE_PAGES.filter(({ anyOf }) => anyOf.some((one) => permissions.includes(one)))
