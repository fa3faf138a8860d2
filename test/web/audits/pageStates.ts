import type { PageState } from './pageState.ts'
import { avatarsStates } from './states/avatars.ts'
import { calendarStates } from './states/calendar.ts'
import { consoleStates } from './states/console.ts'
import { consoleCatalogueStates } from './states/consoleCatalogue.ts'
import { consoleConfigurationStates } from './states/consoleConfiguration.ts'
import { consoleContentStates } from './states/consoleContent.ts'
import { consoleEconomyStates } from './states/consoleEconomy.ts'
import { consoleJamsStates } from './states/consoleJams.ts'
import { consoleReportsStates } from './states/consoleReports.ts'
import { favoritesStates } from './states/favorites.ts'
import { filesStates } from './states/files.ts'
import { groupManageStates } from './states/groupManage.ts'
import { groupsStates } from './states/groups.ts'
import { instancesStates } from './states/instances.ts'
import { inventoryStates } from './states/inventory.ts'
import { jamsStates } from './states/jams.ts'
import { ownWorldsStates } from './states/ownWorlds.ts'
import { peopleStates } from './states/people.ts'
import { propsStates } from './states/props.ts'
import { sellerStates } from './states/seller.ts'
import { settingsStates } from './states/settings.ts'
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
  ...propsStates,
  ...favoritesStates,
  ...filesStates,
  ...inventoryStates,
  ...walletStates,
  ...consoleStates,
  ...consoleReportsStates,
  ...consoleConfigurationStates,
  ...consoleCatalogueStates,
  ...consoleEconomyStates,
  ...consoleJamsStates,
  ...consoleContentStates,
  ...storesStates,
  ...sellerStates,
  ...jamsStates,
  ...settingsStates,
]

/** The few states that audits look at in the run of all tests. */
const SHORT = ['sign-in', 'home', 'friend']
export const SHORT_STATES: readonly PageState[] = PAGE_STATES.filter(({ name }) => SHORT.includes(name))
