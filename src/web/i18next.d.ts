import type avatars from './texts/en/avatars.json'
import type calendar from './texts/en/calendar.json'
import type common from './texts/en/common.json'
import type favorites from './texts/en/favorites.json'
import type files from './texts/en/files.json'
import type groupManage from './texts/en/groupManage.json'
import type groups from './texts/en/groups.json'
import type home from './texts/en/home.json'
import type instances from './texts/en/instances.json'
import type inventory from './texts/en/inventory.json'
import type jams from './texts/en/jams.json'
import type notifications from './texts/en/notifications.json'
import type ownWorlds from './texts/en/ownWorlds.json'
import type people from './texts/en/people.json'
import type person from './texts/en/person.json'
import type places from './texts/en/places.json'
import type refusals from './texts/en/refusals.json'
import type report from './texts/en/report.json'
import type search from './texts/en/search.json'
import type selling from './texts/en/selling.json'
import type settings from './texts/en/settings.json'
import type signIn from './texts/en/signIn.json'
import type stores from './texts/en/stores.json'
import type uploads from './texts/en/uploads.json'
import type wallet from './texts/en/wallet.json'
import type worlds from './texts/en/worlds.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      avatars: typeof avatars
      calendar: typeof calendar
      common: typeof common
      favorites: typeof favorites
      files: typeof files
      groupManage: typeof groupManage
      groups: typeof groups
      home: typeof home
      instances: typeof instances
      inventory: typeof inventory
      jams: typeof jams
      notifications: typeof notifications
      ownWorlds: typeof ownWorlds
      people: typeof people
      person: typeof person
      places: typeof places
      refusals: typeof refusals
      report: typeof report
      search: typeof search
      selling: typeof selling
      settings: typeof settings
      signIn: typeof signIn
      stores: typeof stores
      uploads: typeof uploads
      wallet: typeof wallet
      worlds: typeof worlds
    }
  }
}
