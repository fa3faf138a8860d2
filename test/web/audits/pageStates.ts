import { SECTIONS } from '../../../src/web/pages/settings/sections.ts'
import { at, type PageState } from './pageState.ts'
import { avatarsStates } from './states/avatars.ts'
import { calendarStates } from './states/calendar.ts'
import { favoritesStates } from './states/favorites.ts'
import { filesStates } from './states/files.ts'
import { groupManageStates } from './states/groupManage.ts'
import { groupsStates } from './states/groups.ts'
import { instancesStates } from './states/instances.ts'
import { inventoryStates } from './states/inventory.ts'
import { jamsStates } from './states/jams.ts'
import { ownWorldsStates } from './states/ownWorlds.ts'
import { peopleStates } from './states/people.ts'
import { sellerStates } from './states/seller.ts'
import { signedOutStates } from './states/signedOut.ts'
import { startStates } from './states/start.ts'
import { storesStates } from './states/stores.ts'
import { walletStates } from './states/wallet.ts'
import { worldStates } from './states/worlds.ts'

/** Every page, and the states that look different. */
export const PAGE_STATES: readonly PageState[] = [
  ...signedOutStates,
  ...startStates,
  ...peopleStates,
  ...worldStates,
  ...groupsStates,
  ...groupManageStates,
  ...calendarStates,
  ...ownWorldsStates,
  ...instancesStates,
  ...avatarsStates,
  ...favoritesStates,
  ...filesStates,
  ...inventoryStates,
  ...walletStates,
  ...storesStates,
  ...sellerStates,
  ...jamsStates,
  ...SECTIONS.map((section) => at('ada', `settings-${section}`, `/settings/${section}`)),
]

/** The few states that audits look at in the run of all tests. */
const SHORT = ['sign-in', 'home', 'friend']
export const SHORT_STATES: readonly PageState[] = PAGE_STATES.filter(({ name }) => SHORT.includes(name))
