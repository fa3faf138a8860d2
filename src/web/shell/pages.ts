import {
  IconBackpack,
  IconBell,
  IconBuildingStore,
  IconCalendar,
  IconCube,
  IconHanger,
  IconHeart,
  IconHome,
  IconPhoto,
  IconPlanet,
  IconSettings,
  IconShieldHalf,
  IconTag,
  IconTrophy,
  IconUsers,
  IconUsersGroup,
  IconWallet,
} from '@tabler/icons-react'

/** Groups of pages in the navigation, by what people come for. */
export const PAGE_GROUPS = ['start', 'meet', 'explore', 'own', 'account'] as const

/** What only the staff sees. */
const STAFF_PAGES: readonly string[] = ['console']

/** The pages of the navigation. */
export const PAGES = [
  { group: 'start', to: '/', name: 'home', Icon: IconHome },
  { group: 'start', to: '/notifications', name: 'notifications', Icon: IconBell },
  { group: 'meet', to: '/people', name: 'people', Icon: IconUsers },
  { group: 'meet', to: '/groups', name: 'groups', Icon: IconUsersGroup },
  { group: 'meet', to: '/calendar', name: 'calendar', Icon: IconCalendar },
  { group: 'explore', to: '/worlds', name: 'worlds', Icon: IconPlanet },
  { group: 'explore', to: '/avatars', name: 'avatars', Icon: IconHanger },
  { group: 'explore', to: '/jams', name: 'jams', Icon: IconTrophy },
  { group: 'explore', to: '/favorites', name: 'favorites', Icon: IconHeart },
  { group: 'own', to: '/files', name: 'files', Icon: IconPhoto },
  { group: 'own', to: '/props', name: 'props', Icon: IconCube },
  { group: 'own', to: '/inventory', name: 'inventory', Icon: IconBackpack },
  { group: 'own', to: '/wallet', name: 'wallet', Icon: IconWallet },
  { group: 'own', to: '/stores', name: 'stores', Icon: IconBuildingStore },
  { group: 'own', to: '/selling', name: 'selling', Icon: IconTag },
  { group: 'account', to: '/settings', name: 'settings', Icon: IconSettings },
  { group: 'account', to: '/console', name: 'console', Icon: IconShieldHalf },
] as const

export type NavigationPage = (typeof PAGES)[number]

export const pagesOf = (group: NavigationPage['group'], isStaff: boolean): readonly NavigationPage[] =>
  PAGES.filter((page) => page.group === group && (isStaff || !STAFF_PAGES.includes(page.name)))

/** The pages of a phone's tab bar, beside the tab with all others. */
const TABS: readonly NavigationPage['name'][] = ['home', 'people', 'worlds', 'notifications']
export const TAB_PAGES = PAGES.filter(({ name }) => TABS.includes(name))

const isBelow = (path: string, to: string) => path === to || path.startsWith(`${to}/`)

/** Instances are places in worlds. */
export const isActive = (path: string, to: string) =>
  to === '/' ? path === '/' : isBelow(path, to) || (to === '/worlds' && isBelow(path, '/instances'))
