import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { takeDelays } from './delays.ts'
import { accountJourneys } from './journeys/accounts.ts'
import { avatarsJourneys } from './journeys/avatars.ts'
import { calendarJourneys } from './journeys/calendar.ts'
import { calendarDaysJourneys } from './journeys/calendarDays.ts'
import { consoleAssetsJourneys } from './journeys/consoleAssets.ts'
import { consoleBroadcastsJourneys } from './journeys/consoleBroadcasts.ts'
import { consoleCatalogueJourneys } from './journeys/consoleCatalogue.ts'
import { consoleConfigurationJourneys } from './journeys/consoleConfiguration.ts'
import { consoleContentJourneys } from './journeys/consoleContent.ts'
import { consoleEconomyJourneys } from './journeys/consoleEconomy.ts'
import { consoleJamsJourneys } from './journeys/consoleJams.ts'
import { consolePeopleJourneys } from './journeys/consolePeople.ts'
import { consoleStaffJourneys } from './journeys/consoleStaff.ts'
import { deepLinksJourneys } from './journeys/deepLinks.ts'
import { deviceNotificationJourneys } from './journeys/deviceNotifications.ts'
import { faultJourneys } from './journeys/faults.ts'
import { favoritesJourneys } from './journeys/favorites.ts'
import { filesJourneys } from './journeys/files.ts'
import { groupManageJourneys } from './journeys/groupManage.ts'
import { groupsJourneys } from './journeys/groups.ts'
import { homeJourneys } from './journeys/home.ts'
import { instancesJourneys } from './journeys/instances.ts'
import { inventoryJourneys } from './journeys/inventory.ts'
import { jamsJourneys } from './journeys/jams.ts'
import { liveJourneys } from './journeys/live.ts'
import { notificationJourneys } from './journeys/notifications.ts'
import { operationsJourneys } from './journeys/operations.ts'
import { ownListsJourneys } from './journeys/ownLists.ts'
import { ownWorldsJourneys } from './journeys/ownWorlds.ts'
import { peopleJourneys } from './journeys/people.ts'
import { personPageJourneys } from './journeys/personPage.ts'
import { phoneJourneys } from './journeys/phone.ts'
import { placesJourneys } from './journeys/places.ts'
import { propsJourneys } from './journeys/props.ts'
import { reportsJourneys } from './journeys/reports.ts'
import { rereadJourneys } from './journeys/rereads.ts'
import { searchJourneys } from './journeys/search.ts'
import { secondFactorJourneys } from './journeys/secondFactor.ts'
import { sellerJourneys } from './journeys/seller.ts'
import { settingsJourneys } from './journeys/settings.ts'
import { signInJourneys } from './journeys/signIn.ts'
import { storesJourneys } from './journeys/stores.ts'
import { tabJourneys } from './journeys/tabs.ts'
import { twoPeopleJourneys } from './journeys/twoPeople.ts'
import { walletJourneys } from './journeys/wallet.ts'
import { worldJourneys } from './journeys/worlds.ts'
import { openStage, type Stage } from './stage.ts'

const journeys = [
  ...accountJourneys,
  ...avatarsJourneys,
  ...calendarJourneys,
  ...calendarDaysJourneys,
  ...consoleBroadcastsJourneys,
  ...consoleConfigurationJourneys,
  ...consoleCatalogueJourneys,
  ...consoleEconomyJourneys,
  ...consoleJamsJourneys,
  ...consoleAssetsJourneys,
  ...consoleContentJourneys,
  ...consolePeopleJourneys,
  ...deepLinksJourneys,
  ...deviceNotificationJourneys,
  ...faultJourneys,
  ...favoritesJourneys,
  ...filesJourneys,
  ...groupManageJourneys,
  ...groupsJourneys,
  ...homeJourneys,
  ...instancesJourneys,
  ...inventoryJourneys,
  ...jamsJourneys,
  ...liveJourneys,
  ...notificationJourneys,
  ...operationsJourneys,
  ...ownListsJourneys,
  ...ownWorldsJourneys,
  ...peopleJourneys,
  ...personPageJourneys,
  ...phoneJourneys,
  ...reportsJourneys,
  ...rereadJourneys,
  ...placesJourneys,
  ...propsJourneys,
  ...searchJourneys,
  ...secondFactorJourneys,
  ...sellerJourneys,
  ...settingsJourneys,
  ...signInJourneys,
  ...storesJourneys,
  ...tabJourneys,
  ...twoPeopleJourneys,
  ...walletJourneys,
  ...consoleStaffJourneys,
  ...worldJourneys,
]
const isFull = process.env.WEB_JOURNEYS === 'all'

describe('journeys through the web UI', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage({ MAX_STORED_BYTES: String(100 * 1_024 * 1_024) })
  })
  afterEach(() => stage.clear())
  afterAll(async () => {
    const lines = takeDelays().map(({ act, took }) => `  ${took} ms until ${act} was seen\n`)
    process.stdout.write(lines.join(''))
    await stage.close()
  })

  for (const { name, run } of journeys.filter(({ isShort }) => isFull || isShort))
    it(name, async () => {
      await run(stage)
      expect(stage.takeFaults()).toEqual([])
    })
})
